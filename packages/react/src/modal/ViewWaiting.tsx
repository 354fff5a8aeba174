import { Spinner } from '../ui/Spinner.tsx'

/** A placeholder until the view has loaded. */
export const ViewWaiting = () => (
  <div className="view-waiting">
    <Spinner />
  </div>
)
