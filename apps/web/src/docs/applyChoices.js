// Runs before the first paint, from a file of its own since the policy allows no inline script: a page that is dark by
// choice never flashes white, and the samples of a chosen framework are laid out first.
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('billfold-docs:theme')
  const framework = localStorage.getItem('billfold-docs:framework')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  if (framework) dataset.framework = framework
} catch {
  // Storage is blocked for this page: the system's theme and the first tabs are fine.
}
