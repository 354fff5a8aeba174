import { settled } from '@billfold/testkit/test/settled'
import type { Page } from 'playwright-core'

/** An element's position once it has stopped moving: a finger must not aim at a sheet that is still coming up. */
export async function restingPlace(page: Page, testId: string) {
  await settled(page)
  return (await page.getByTestId(testId).boundingBox())!
}
