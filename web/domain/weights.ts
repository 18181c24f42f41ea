/** The weights that people choose from; any quarter from 0 to 5 is kept. */
export const WEIGHTS = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5]
