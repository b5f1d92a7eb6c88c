-- Says in one line what bench/hammer.ts reads: requests, failures, microseconds that passed, p95 in microseconds.
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("measured %d %d %d %d\n", summary.requests, failed, summary.duration, latency:percentile(95)))
end
