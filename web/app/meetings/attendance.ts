export const attendanceMarks = ['here', 'late', 'absent', 'excused', 'left'] as const
