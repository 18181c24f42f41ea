import { useId, type ReactNode } from 'react'

interface CardProps {
  title: string
  /** Opposite the title. */
  corner?: ReactNode
  children: ReactNode
}

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
