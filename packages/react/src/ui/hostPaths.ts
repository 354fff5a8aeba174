/** The few icons that the buttons on the site's page need, apart from the rest. */
export const warningPath =
  'M10 7.25v3.5M10 13.5v.01M8.7 3.6 2.9 13.9c-.57 1 .15 2.25 1.3 2.25h11.6c1.15 0 1.87-1.25 1.3-2.25L11.3 3.6a1.5 1.5 0 0 0-2.6 0'
export const downPath = 'M5 7.75 10 12.5l5-4.75'
