import { leadActs } from './mixed-lead-acts.ts'
import { settingActs } from './mixed-setting-acts.ts'
import { picksOf, type Call, type World } from './mixed-world.ts'

/** The next act of somebody, of whatever kind, on one of the last leads, files, people or settings, allowed there or not. */
export const actsOf = (world: World): (() => Promise<Call>) => {
  const { one } = picksOf(world)
  const [leads, settings] = [leadActs(world), settingActs(world)]
  return () => one(world.next() < 0.75 ? leads : settings)()
}
