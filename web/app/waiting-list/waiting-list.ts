/** Where families see what they wait for, and answer offers. */
export const waitingListPath = '/pages/waiting-list'
