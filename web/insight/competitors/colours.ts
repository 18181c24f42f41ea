/** Behind the white letter of a competitor: each reads on it. */
export const COLOURS = ['#0b6b3a', '#1b6fa8', '#a3294a', '#8a4b00', '#0d6470', '#6d35a8', '#475569', '#9a3412'] as const
