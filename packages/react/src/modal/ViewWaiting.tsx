import { Spinner } from '../ui/Spinner.tsx'

/** In a view's place until it is here. */
export const ViewWaiting = () => (
  <div className="view-waiting">
    <Spinner />
  </div>
)
