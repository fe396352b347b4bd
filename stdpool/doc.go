// Package stdpool has pools of what programs pool by hand: buffers, buffered
// readers and writers, compressors, JSON, hashes, timers, and slices of bytes.
//
// Each function leases an object that is ready for use, and bound to the
// reader or writer it is given. The caller owns the rcpool.Ref and must Release
// it exactly once or hand it on:
//
//	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
//	defer gz.Release()
//	if _, err := gz.Value().Write(page); err != nil {
//		return err
//	}
//	return gz.Value().Close()
//
// # What a release does, and does not do
//
// Release gives an object back; it neither flushes nor closes it. Flushing can
// fail, and only the owner knows what to do about it. What a writer still holds
// when it is released is discarded: it reaches neither its own target nor that
// of the next owner. So Flush or Close first, and look at the error.
//
// From its release on, an object keeps neither its target nor anything else of
// its last owner alive. Bytes that it has copied, such as the window of a
// compressor, stay in its own memory until others take their place, and no
// owner is shown them.
//
// Who keeps a reader or writer beyond its lease is noticed where he can be: as
// long as the object is idle, a use of it panics with an *rcpool.Misuse. That is
// how closing after the release, by two deferred calls in the wrong order, comes
// to light. (A bufio.Reader or bufio.Writer notices when it would read or
// write.)
//
// # Bounds
//
// Objects that grew beyond a limit are not kept: see Pools. So one giant does
// not stay for the hundreds of small ones that follow it
// (https://go.dev/issue/23199). What is kept is given back to the garbage
// collector when it stays idle for two of its cycles, as with a sync.Pool.
//
// # What is not here
//
// strings.Builder: its String shares the builder's memory with the string, so
// the memory can not be used again, and without it there is nothing worth
// pooling. Build in a Buffer, whose String makes one copy of the right size.
//
// For writers of other packages, such as github.com/klauspost/compress, there
// is Resettable; for hashes that are not registered with the package crypto,
// Hasher; for everything else rcpool.Pool.
//
// All functions and methods are safe for concurrent use. The objects are as
// safe as they are without a pool.
package stdpool
