import { formats } from '#web/kit/look/format.ts'

interface ChangeProps {
  /** The difference between now and before. */
  by: number
  /** Undefined: neither is better. */
  better: 'more' | 'less' | undefined
  /** How much more, or fewer, it is. */
  words: string
  than: string
}

/** How a figure differs from the one before; the colour says whether that is better, not whether it is more. */
export const Change = ({ by, better, words, than }: ChangeProps) =>
  by === 0 ? (
    <>{`Same as ${than}`}</>
  ) : (
    <>
      <strong className={better && (by > 0 === (better === 'more') ? 'change-good' : 'change-bad')}>{words}</strong>{' '}
      than {than}
    </>
  )

interface CountChangeProps extends Pick<ChangeProps, 'better' | 'than'> {
  now: number
  then: number
}

/** The same of a number of things. */
export const CountChange = ({ now, then, ...change }: CountChangeProps) => (
  <Change
    by={now - then}
    words={`${formats().number(Math.abs(now - then))} ${now > then ? 'more' : 'fewer'}`}
    {...change}
  />
)
