import { profile } from '#contract/portal/profile.ts'
import { profileOf, saveProfile, setPassword } from '#server/db/identity/profile.ts'
import { passwordOf } from '#server/db/identity/accounts.ts'
import { addressBlock } from '#server/kit/address.ts'
import { badField } from '#server/kit/errors.ts'
import { isTimeZone } from '#server/kit/time-zone.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { newPassword } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import type { PortalServices } from './services.ts'
import { known } from './session.ts'

export const profileRoutes = ({ identity, auth }: PortalServices, passwords: Passwords) =>
  implementOpen('portal.profile', profile, {
    async mine({ caller }) {
      return { data: await profileOf(identity, known(caller).personId) }
    },

    async save({ body, caller }) {
      const { personId, sessionId } = known(caller)
      if (!isTimeZone(body.timezone))
        throw badField('timezone', 'We don’t know this time zone. Choose one like Europe/Berlin.')
      if (!CURRENCIES.has(body.currency))
        throw badField('currency', 'We don’t know this currency. Choose one like EUR.')
      const { firstname, lastname, timezone, date_format, currency } = body
      const data = await saveProfile(identity, personId, {
        first_name: firstname,
        last_name: lastname,
        date_format,
        time_zone: timezone,
        currency,
      })
      auth.forget(sessionId)
      return { data }
    },

    async changePassword({ body, caller, request }) {
      const { personId, sessionId } = known(caller)
      const { email, password_hash: stored } = await passwordOf(identity, personId)
      const attempt = {
        name: email,
        address: addressBlock(request.ip),
        device: { personId, name: `session-${sessionId}` },
        accounts: stored === null ? [] : [{ personId, stored }],
      }
      if ((await passwords.check(attempt, body.current)).length === 0)
        throw badField('current', 'This is not your current password.')
      const ended = await setPassword(identity, personId, await newPassword(passwords, body.password, email), sessionId)
      for (const id of ended) auth.forget(id)
      return { message: 'Password changed. Your other sessions have ended.' }
    },
  })

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
