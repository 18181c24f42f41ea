import { feature } from '#server/platform/feature.ts'
import { DIRECTORY_DUE, keepDirectory } from './fold.ts'

export const directoryUpkeep = feature({ due: { patient: { [DIRECTORY_DUE]: keepDirectory } } })
