/** The version of AppKit whose names these are. */
export const packageVersion = '1.8.0'
export { packageVersion as PACKAGE_VERSION }
