export { linesNamed, mapLines } from '#server/leads/lead/map-lines.ts'
