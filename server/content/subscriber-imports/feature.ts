import { subscriberImports as calls } from '#contract/content/subscriber-imports.ts'
import { addressesOf } from '#server/content/subscribers/addresses.ts'
import { feature } from '#server/platform/feature.ts'
import { importing } from '#server/platform/imports/importing.ts'
import { subscriberRows } from './subscriber-rows.ts'

const importsOf = (config: { secret: string }) =>
  importing('subscriber-imports', calls, subscriberRows(addressesOf(config)))

export const subscriberImports = feature<{ config: { secret: string } }>({
  routes: ({ config }) => importsOf(config).routes,
  jobs: ({ config }) => importsOf(config).jobs,
  imports: { newsletter_subscribers: calls.start.permission },
})
