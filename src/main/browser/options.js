/** What goes for the site, times in milliseconds. What the server sends in the place of this file has those that it goes by. */
export default {
  heartbeat: 10000,
  lease: 30000,
  awayLease: 150000,
  idleAfter: 120000,
  awayAfter: 300000,
  typing: 5000,
  hold: 50000,
  rooms: 32,
};
