import { feature } from '#server/platform/feature.ts'
import { forgetSelections } from './forget.ts'

export const selections = feature({ forget: { 'selections.forget': forgetSelections } })
