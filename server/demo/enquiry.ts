import { SAID_AS } from './catalogue.ts'
import { makeEnquirer, type Enquirer } from './enquirers.ts'
import type { Act, Row } from './history.ts'
import { startLife, type Birth, type Life, type Line } from './life.ts'
import { messagesOf, told, type Nature } from './messages.ts'
import { actAt, person, SYSTEM, type RestrictedEntry, type World } from './world.ts'

export interface Arrived {
  life: Life
  nature: Nature
  enquirer: Enquirer
  /** The entry that holds it back or has made it invalid. */
  entry: RestrictedEntry | undefined
  duplicateOf: number | null
}

/** An enquiry comes in and is screened, as the product does it. */
export const arrive = (world: World, at: number): Arrived => {
  const { random } = world
  const isRegistration = random.chance(0.05)
  const wanted = isRegistration
    ? random.weighted<Nature>([
        ['genuine', 8],
        ['unreachable', 1],
        ['spam_or_bot', 1],
      ])
    : natureOf(world)
  const earlier = wanted === 'duplicate' ? world.known[random.between(0, world.known.length - 1)] : undefined
  const nature = wanted === 'duplicate' && !earlier ? 'genuine' : wanted
  const entry = nature === 'restricted_domain' ? entryFor(world) : undefined
  const enquirer =
    earlier?.enquirer ?? makeEnquirer(random, entry && `${random.chance(0.3) ? 'mail.' : ''}${entry.domain}`)
  const lines = linesFor(world, nature)
  const [first] = lines
  const [source, act] = isRegistration
    ? (['registration', actAt(world, at, SYSTEM, 'intake.registration')] as const)
    : channelOf(world, at)

  const birth: Birth = {
    ...enquirer,
    kind: isRegistration ? 'registration' : 'enquiry',
    source,
    account_type: isRegistration ? random.pick(['buyer', 'buyer', 'reseller', 'supplier']) : null,
    message: isRegistration
      ? null
      : told(random.pick(messagesOf(nature)), {
          product: first?.product_name ?? 'your products',
          quantity: first?.quantity ?? 1,
          unit: 'piece',
          company: enquirer.company ?? 'Our company',
          city: enquirer.city,
          name: enquirer.name,
        }),
    utm: source === 'website_form' ? campaign(world) : null,
    form_id: source === 'website_form' ? world.formId : null,
    created_by: act.actorId,
    ...screened(world, nature, entry, act),
  }
  const life = startLife(world.ids, random, world.companyId, birth, lines, {
    ...act,
    reason: screeningReason(birth, entry),
  })
  if (entry) life.hit(entry.id, act)
  return { life, nature, enquirer, entry, duplicateOf: earlier?.leadId ?? null }
}

const natureOf = ({ random }: World): Nature =>
  random.weighted<Nature>([
    ['genuine', 61],
    ['unreachable', 8],
    ['not_our_product', 6],
    ['job_seeker_or_vendor_pitch', 6],
    ['wrong_contact_details', 4],
    ['student_or_research', 3],
    ['duplicate', 3],
    ['spam_or_bot', 3],
    ['restricted_domain', 2],
    ['test_submission', 1.5],
    ['competitor', 1.5],
    ['other', 1],
  ])

const entryFor = ({ random, restricted, quarantineChance }: World): RestrictedEntry => {
  const effect = random.chance(quarantineChance) ? 'quarantine' : 'auto_invalid'
  const [first = restricted[0], ...rest] = restricted.filter((entry) => entry.effect === effect)
  return random.pick([first, ...rest])
}

/** People type leads in by day; at night only machines write. */
const channelOf = (world: World, at: number): readonly [string, Act] => {
  const { random, clock, manager } = world
  const { hour, weekday } = clock.there(at)
  const office = hour >= 9 && hour < 18 && weekday > 0 && weekday < 6
  const source = random.weighted<string>([
    ['website_form', 66],
    ['contact_us', 8],
    ['api', 6],
    ...(office
      ? ([
          ['phone', 7],
          ['email', 6],
          ['event', 4],
          ['referral', 3],
          ['manual', 2],
        ] as const)
      : []),
  ])
  if (source === 'website_form') return [source, actAt(world, at, SYSTEM, 'intake.enquiry')]
  if (source === 'contact_us') return [source, actAt(world, at, SYSTEM, 'intake.contactUs')]
  if (source === 'api') return [source, actAt(world, at, { ...SYSTEM, channel: 'api' }, 'intake.enquiry')]
  return [source, actAt(world, at, person(manager), 'add-lead.add')]
}

const campaign = ({ random }: World): Row | null =>
  random.chance(0.35)
    ? {
        utm_source: random.pick(['google', 'bing', 'linkedin', 'newsletter', 'trade-fair']),
        utm_medium: random.pick(['cpc', 'organic', 'email']),
        utm_campaign: random.pick(['spring-catalogue', 'lab-upgrade', 'spares', 'brand']),
      }
    : null

const linesFor = ({ random, products }: World, nature: Nature): Line[] => {
  const count =
    nature === 'not_our_product' || nature === 'test_submission' || nature === 'spam_or_bot'
      ? random.between(0, 1)
      : random.weighted([
          [1, 60],
          [2, 25],
          [3, 10],
          [4, 5],
        ])
  return Array.from({ length: count }, () => {
    const product = random.pick(products)
    const { usual_min, usual_max } = product
    // Most ask for little; now and then somebody is far out of the usual range.
    const usual = usual_min + Math.floor((usual_max - usual_min) * random.next() ** 2.5)
    const quantity = random.chance(0.03) ? usual_max * random.between(3, 12) : usual
    const said = random.chance(0.9) ? undefined : SAID_AS[product.code]
    return {
      product_id: said === undefined ? product.id : null,
      product_name: said ?? product.name,
      quantity,
      total_quantity: random.chance(0.1) ? quantity * random.pick([2, 4, 12]) : quantity,
    }
  })
}

const screened = ({ random }: World, nature: Nature, entry: RestrictedEntry | undefined, { at }: Act) => {
  if (nature === 'spam_or_bot' && random.chance(0.7)) {
    const signal = random.pick(['a hidden field was filled in', 'filled in faster than a person can'])
    return {
      status: 'invalid',
      status_at: at,
      reason_code: nature,
      reason_note: `Sent by a bot: ${signal}`,
      spam_signals: [signal],
    } as const
  }
  if (entry?.effect === 'auto_invalid')
    return {
      status: 'invalid',
      status_at: at,
      reason_code: 'restricted_domain',
      reason_note: `Restricted domain ${entry.domain}`,
    } as const
  return { quarantined_by: entry?.id ?? null }
}

const screeningReason = ({ reason_note, quarantined_by }: Birth, entry: RestrictedEntry | undefined) =>
  reason_note ?? (quarantined_by && entry ? `Quarantined by the restricted domain ${entry.domain}` : null)
