// Package rckgo gives the memory of franz-go to rcpool: what fetches decode
// into, and the records that a program produces.
//
// # Consuming
//
// Fetches are for kgo.WithPools, which takes the slices that batches are
// decompressed into, and the slices of records:
//
//	client, err := kgo.NewClient(kgo.WithPools(new(rckgo.Fetches)), …)
//
// The consumer owns what it polls, and gives each record back with its Recycle:
// the last of a batch ends the leases of the batch. Before that a Key or Value
// that shall live on has to be cloned. A program that does not recycle all of
// its records should not use the pools: every batch would be lost, and of
// checked leases reported as Leak.
//
// # Producing
//
// Records are leased, filled, and handed to Produce, which releases them when
// the promise has been kept:
//
//	record := records.Get()
//	record.Value().Topic = "events"
//	json.NewEncoder(record.Value()).Encode(event)
//	rckgo.Produce(ctx, client, record, func(r *kgo.Record, err error) { … })
//
// The client keeps the record, and its Key and Value, until the promise. A
// pooled record that is put back earlier is sent with the bytes of somebody
// else: with a sync.Pool that is one wrong line. Here Produce takes the
// reference away from the caller, who can use it no more.
//
// # What is noticed
//
//   - The use of a reference that was handed to Produce, Release included,
//     panics in the caller with a *rcpool.Misuse, at any time.
//   - A *kgo.Record or a Value that is kept beyond the promise is noticed in
//     checked leases, which are all under the race detector and a sample in
//     production: a read sees a pattern, a write is reported as LateWrite, and
//     both are races.
//   - A second Recycle of a record does nothing; kgo sees to that. The bytes of
//     its Key and Value, if they were decompressed, and nothing else of fetched
//     records, are watched in checked leases as above.
//   - Decompressed bytes or records that are put twice into Fetches panic with
//     DoubleRelease, as long as they were not leased again. The client puts them
//     once.
//   - What is forgotten is collected, and counted as lost; of a checked lease it
//     is reported as Leak.
//
// # What it costs
//
// A record that is produced is leased, retained and released twice, and
// allocates nothing, where a new record and its value are two allocations. A
// fetch saves the memory of a batch and of its records. The client zeroes
// both on the way back, and every record has to be recycled, one by one.
//
// The size of a batch is read from its compressed form: gzip, snappy and zstd
// write it down (zstd not always: not for less than 256 bytes, and not in a
// stream), and of lz4 the lengths are added up.
package rckgo

import "github.com/rcpool/rcpool"

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rckgo") }
