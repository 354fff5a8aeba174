export * from '@billfold/react/siwx'
