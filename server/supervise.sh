#!/bin/sh
# `npm start`: runs the shop, and starts it again when it ends without having been stopped. A shell, because it takes
# 0.2 MB where a second Node takes 43 (decision 77).
#
# Exit codes of the shop: 0 stopped, 1 could not start (its sentence says why), 70 an uncaught error, 128 and more killed
# by a signal. A first start that fails is not repeated; a shop that was open once is started until it opens again.

LONGEST_PAUSE=60
# Seconds after which a start counts as good, so the next end is answered at once.
QUIET=60

# A killed npm passes on no signal; the shop checks whether it still runs.
FARMGATE_STARTED_BY=$PPID
export FARMGATE_STARTED_BY

stopping=no
running=
stop() {
  stopping=yes
  [ -n "$running" ] && kill -TERM "$running" 2>/dev/null
}
trap stop INT TERM HUP

# Waits for a child to its real end: a signal to this shell ends `wait` early.
await() {
  wait "$running"
  code=$?
  while kill -0 "$running" 2>/dev/null; do
    wait "$running"
    code=$?
  done
  running=
}

pause=0
isFirst=yes
while [ $stopping = no ]; do
  began=$(date +%s)
  node --max-semi-space-size=8 server/main.js &
  running=$!
  # A signal that came before `running` was known.
  [ $stopping = yes ] && kill -TERM "$running" 2>/dev/null
  await
  [ $stopping = yes ] || [ $code = 0 ] && exit $code
  [ $code = 1 ] && [ $isFirst = yes ] && exit 1
  isFirst=no
  [ $(($(date +%s) - began)) -ge $QUIET ] && pause=0
  echo
  if [ $pause = 0 ]; then
    echo "Farmgate ended (exit code $code) and starts again."
    pause=1
  else
    echo "Farmgate ended (exit code $code) and starts again in $pause s."
    sleep $pause &
    running=$!
    await
    pause=$((pause * 2))
    [ $pause -gt $LONGEST_PAUSE ] && pause=$LONGEST_PAUSE
  fi
done
exit 0
