import { feature } from '#server/platform/feature.ts'
import { forgetTaken } from './taken.ts'
import { resetClocks } from './tend.ts'

export const sla = feature({
  // Thousands of clocks may have to be set anew.
  due: { alone: { clocks: resetClocks } },
  forget: { 'clocks.forget': forgetTaken },
})
