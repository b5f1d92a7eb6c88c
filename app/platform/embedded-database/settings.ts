import { accessSync, constants, statfsSync } from 'node:fs';

/** Bytes. The most that parallel queries may share at once, with a margin. */
const LEAST_SHARED_MEMORY = 128 * 1024 * 1024;

/**
 * The tuning of the bundled PostgreSQL: one small machine, application and database together within 420 MB, and no
 * acknowledged commit ever lost.
 */
const SMALL_MACHINE: Readonly<Record<string, string>> = {
  // PostgreSQL's default; spelled out because stock and orders depend on it.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Online backups (pg_backup_start and the log) need this level.
  wal_level: 'replica',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  checkpoint_completion_target: '0.9',

  max_connections: '100',
  shared_buffers: '24MB',
  huge_pages: 'off',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  // One helper for reads instead of three processes that a small shop never needs.
  io_workers: '1',
  max_worker_processes: '4',
  max_logical_replication_workers: '0',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '2',
  autovacuum_max_workers: '2',

  // Short queries on a solid-state disk: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  TimeZone: 'UTC',
  default_text_search_config: 'pg_catalog.english',

  // The log must not become a second, unprotected store of personal data: slow statements are logged without their
  // values, errors without the row that caused them.
  log_timezone: 'UTC',
  log_min_duration_statement: '1s',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Settings that cannot be overridden: they isolate the database from the network and limit it to its folder. */
function fixedSettings(socketFolder: string, socketPort: number): Record<string, string> {
  return {
    listen_addresses: '',
    // Quoted, because the setting is a list and the folder's name may contain a comma or a space.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    logging_collector: 'off',
    log_destination: 'stderr',
  };
}

/**
 * Containers have a small `/dev/shm` or none; a query that needed more would fail in the middle of a day. There,
 * PostgreSQL's processes share files in the data folder instead.
 */
export function sharedMemory(): Record<string, string> {
  if (process.platform !== 'linux') return {};
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { blocks, bsize } = statfsSync('/dev/shm');
    if (blocks * bsize >= LEAST_SHARED_MEMORY) return {};
  } catch {
    // It does not exist.
  }
  return { dynamic_shared_memory_type: 'mmap' };
}

/** What the earlier version, which an upgrade starts, does not know yet, and the version that brought it. */
const NEWER: Readonly<Record<string, number>> = { io_workers: 18 };

/** PostgreSQL command-line arguments (`-c name=value` …) for a running server of a major version. */
export function settingArguments(
  version: number,
  socketFolder: string,
  socketPort: number,
  inputs: Readonly<Record<string, string>> = {},
): string[] {
  const settings = {
    ...SMALL_MACHINE,
    ...sharedMemory(),
    ...inputs,
    ...fixedSettings(socketFolder, socketPort),
  };
  return Object.entries(settings)
    .filter(([name]) => (NEWER[name] ?? 0) <= version)
    .flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
