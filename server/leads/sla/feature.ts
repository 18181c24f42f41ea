import { sql } from 'kysely'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { hoursChanged, lockCalendars, slaChanged } from './settings.ts'
import { forgetTaken } from './detached-clocks.ts'
import { resetClocks } from './refresh-clocks.ts'
import { checkCounted } from './undo-rules.ts'

export const sla = feature({
  // Thousands of clocks may have to be set anew.
  due: { alone: { clocks: resetClocks } },
  forget: { 'clocks.forget': forgetTaken },
  entities: {
    working_calendars: {
      name: nameIn('working_calendars'),
      section: 'working_time',
      lock: lockCalendars,
      async after(tenant) {
        await checkCounted(tenant)
        await hoursChanged(tenant)
      },
    },
    sla_targets: {
      name: nameIn('sla_targets', sql`t.clock || coalesce(' ' || t.source, '')`),
      section: 'working_time',
      lock: lockCalendars,
      async after(tenant) {
        await checkCounted(tenant)
        await slaChanged(tenant)
      },
    },
  },
})
