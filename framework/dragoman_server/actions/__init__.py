"""What changes the organisation: each `do_*` changes the world, tells the queues, and checks nothing."""
