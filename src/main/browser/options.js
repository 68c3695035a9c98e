/** What the server is set to, in milliseconds; these are its defaults, and its own answer takes the place of this file. */
export default {
  heartbeat: 10000,
  lease: 30000,
  awayLease: 150000,
  idleAfter: 120000,
  awayAfter: 300000,
  typing: 5000,
  hold: 50000,
};
