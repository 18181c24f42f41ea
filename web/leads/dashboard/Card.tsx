import { useId, type ReactNode } from 'react'

interface CardProps {
  title: string
  /** Opposite the title. */
  corner?: ReactNode
  children: ReactNode
}

/** Rows that are on their way, as high as they will be. */
export const CardBones = () => (
  <div aria-hidden>
    {[0, 1, 2].map((row) => (
      <div key={row} className="card-bones">
        <span className="bone" />
      </div>
    ))}
  </div>
)

/** One of the cards of the home page. */
export const Card = ({ title, corner, children }: CardProps) => {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {corner}
      </header>
      {children}
    </section>
  )
}
