/** The place of four figures until they are there. */
export const FigureBones = () => (
  <div className="own-sales own-sales-bones" aria-hidden>
    {[0, 1, 2, 3].map((each) => (
      <div key={each}>
        <span className="bone" />
      </div>
    ))}
  </div>
)
