export const waitingListPath = '/pages/waiting-list'
