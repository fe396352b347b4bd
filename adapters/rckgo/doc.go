// Package rckgo provides memory for franz-go from rcpool: the memory that fetches
// are decoded into, and the records that a program produces.
//
// # Consuming
//
// Pass a Fetches to kgo.WithPools. It provides the memory that batches are
// decompressed into, and the slices of records:
//
//	client, err := kgo.NewClient(kgo.WithPools(new(rckgo.Fetches)), …)
//
// The consumer owns the records that it polls, and gives each back with Recycle.
// Recycling the last record of a batch ends the leases of the batch. Clone a Key
// or Value that you need for longer. If your program does not recycle all
// records, do not use the pools: every batch would be lost, and in checked leases
// reported as Leak.
//
// # Producing
//
// Get a record from a Records, fill it, and pass it to Produce, which releases it
// after the promise:
//
//	record := records.Get()
//	record.Value().Topic = "events"
//	json.NewEncoder(record.Value()).Encode(event)
//	rckgo.Produce(ctx, client, record, func(r *kgo.Record, err error) { … })
//
// The client uses the record, its Key and its Value until it calls the promise.
// With a sync.Pool, putting a record back earlier is an easy mistake, and the
// client then sends the bytes of another owner. Produce takes the reference of the
// caller, who can no longer use the record.
//
// # What is caught
//
//   - Using a reference that was passed to Produce, including Release, panics in
//     the caller with an *rcpool.Misuse, at any time.
//   - Using a *kgo.Record or a Value after the promise is caught in checked
//     leases: a read sees a pattern, a write is reported as LateWrite, and under
//     the race detector both are races. Every lease is checked under the race
//     detector, and a sample in production.
//   - A second Recycle of a record does nothing, which kgo ensures. Checked leases
//     watch the Key and Value bytes of fetched records as above if they were
//     decompressed. They do not watch other parts of fetched records.
//   - Putting decompressed bytes or records into Fetches twice panics with
//     DoubleRelease until they are leased again. The client puts them once.
//   - What is forgotten is garbage collected and counted as lost. In a checked
//     lease it is reported as Leak.
//
// # What it costs
//
// Producing a record gets it, retains it once and releases it twice, and allocates
// nothing. Without the pool, the record and its value are two allocations. A fetch
// saves the memory of a batch and of its records. The client zeroes both when it
// puts them back, and every record must be recycled individually.
//
// The size of a batch comes from its compressed form. gzip, snappy and zstd
// contain it, except zstd for less than 256 bytes and for streams. For lz4, rckgo
// adds up the lengths.
package rckgo

import "github.com/rcpool/rcpool"

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rckgo") }
