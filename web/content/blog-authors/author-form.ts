import { INVALID_AUTHOR, type Author, type AuthorLink } from '#contract/content/blog-authors.ts'
import { ApiError } from '#web/kit/data/api.ts'
import type { FormPhoto } from './PhotoField.tsx'

export interface AuthorForm {
  name: string
  slug: string
  email: string
  role: string
  bio: string
  photo_alt: string
  links: AuthorLink[]
  status: Author['status']
  photo: FormPhoto | null
}

const LARGEST = 10 * 1024 ** 2

export const EMPTY: AuthorForm = {
  name: '',
  slug: '',
  email: '',
  role: '',
  bio: '',
  photo_alt: '',
  links: [],
  status: 'active',
  photo: null,
}

export const formOf = (author: Author): AuthorForm => {
  const { name, slug, email, role, bio, photo_alt, links, status, photo } = author
  return { name, slug, email, role, bio, photo_alt, links, status, photo: photo && roundOf(photo) }
}

export const roundOf = ({ small_url: url, focal_x, focal_y }: NonNullable<Author['photo']>): FormPhoto => ({
  url,
  focal_x,
  focal_y,
})

/** What is sent of a form: its texts, the photo where it is new or cut otherwise, and that it goes where it went. */
export const sentOf = async ({ photo, ...texts }: AuthorForm, before: Author | undefined) => {
  const file = photo?.file
  if (file && file.size > LARGEST) throw tooLarge(file.size)
  const isMoved =
    photo && (file || photo.focal_x !== before?.photo?.focal_x || photo.focal_y !== before?.photo?.focal_y)
  return {
    body: {
      ...texts,
      ...(isMoved && { photo_focal_x: photo.focal_x, photo_focal_y: photo.focal_y }),
    },
    removed: !photo && !!before?.photo,
    file: file && { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) },
  }
}

const tooLarge = (bytes: number) => {
  const message = `The photo has ${(bytes / 1024 ** 2).toFixed(1)} MB. Photos can have at most 10 MB.`
  return new ApiError(message, { status: 400, errors: [{ field: 'photo', message }] })
}

/** The same refusal, headed by one sentence over those of the fields. */
export const asInvalid = (failure: unknown) =>
  failure instanceof ApiError && (failure.status === 400 || failure.status === 409)
    ? new ApiError(INVALID_AUTHOR, {
        status: failure.status,
        code: failure.code,
        errors: failure.errors.length > 0 ? failure.errors : [{ field: 'name', message: failure.message }],
        details: failure.details,
      })
    : failure
