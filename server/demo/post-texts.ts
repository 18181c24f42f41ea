import type { PostText } from './post-text.ts'
import { FLOW_TEXTS } from './post-texts-flow.ts'
import { PARTS_TEXTS } from './post-texts-parts.ts'
import { PLANT_TEXTS } from './post-texts-plant.ts'

/** The posts of an industrial supplier. */
export const POST_TEXTS = { ...FLOW_TEXTS, ...PLANT_TEXTS, ...PARTS_TEXTS } as const satisfies Record<string, PostText>

export type PostName = keyof typeof POST_TEXTS
