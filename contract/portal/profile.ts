import { Type } from 'typebox'
import { FreeText, get, One, post, put, Text } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { Password } from './password-resets.ts'

export const DATE_FORMATS = [
  'DD MMM YYYY',
  'MMM D, YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'DD.MM.YYYY',
] as const

export const MyProfile = Type.Object({
  firstname: Type.String(),
  lastname: Type.String(),
  email: Type.String(),
  date_format: Type.String(),
  timezone: Type.String(),
  currency: Type.String(),
})

export const profile = {
  mine: get('/api/v1/profile/', {
    summary: 'The caller’s profile',
    permission: 'signed-in',
    reply: One(MyProfile),
    failure: 'Failed to fetch data',
  }),
  save: put('/api/v1/profile/', {
    summary: 'Changes the caller’s profile',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({
      firstname: Text(100),
      lastname: FreeText(100),
      date_format: Type.Enum([...DATE_FORMATS]),
      timezone: Text(64),
      currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3 }),
    }),
    reply: One(MyProfile),
    failure: 'The profile was not saved. Try again.',
  }),
  changePassword: post('/api/v1/profile/password/', {
    summary: 'Changes the caller’s password',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({
      current: Password,
      password: Password,
    }),
    reply: Type.Object({ success: Type.Boolean(), message: Type.Optional(Type.String()) }),
    failure: 'The password was not changed. Try again.',
  }),
}
