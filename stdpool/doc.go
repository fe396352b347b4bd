// Package stdpool has ready-made pools of what programs often pool by hand:
// buffers, buffered readers and writers, compressors, JSON, hashes, timers, and
// byte slices.
//
// Each function leases an object that is ready for use and bound to the reader
// or writer that it is given. The caller owns the rcpool.Ref and must release it
// exactly once or hand it on:
//
//	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
//	defer gz.Release()
//	if _, err := gz.Value().Write(page); err != nil {
//		return err
//	}
//	return gz.Value().Close()
//
// # What Release does
//
// Release gives an object back. It does not flush or close it, because flushing
// can fail and only the owner knows how to handle the error. It discards what a
// writer still holds: the data reaches neither its own target nor that of the
// next owner. So call Flush or Close first and check the error.
//
// After its release an object keeps nothing of its last owner alive, and no
// target. Bytes that it has copied, such as the window of a compressor, stay in
// its own memory until they are overwritten, and no owner sees them.
//
// Using a reader or writer after its release panics with an *rcpool.Misuse as
// long as the object is idle. For example, it panics if two deferred calls close
// an object after they have released it. (A bufio.Reader or bufio.Writer panics
// when it is about to read or write.)
//
// # Limits
//
// Objects that grow beyond a limit are not kept: see Pools. So one huge object
// does not stay in memory for the hundreds of small uses that follow it
// (https://go.dev/issue/23199). An object that stays idle is freed after a few
// garbage collections: see rcpool.Pool.
//
// # What is not here
//
// There is no pool of strings.Builder, because its String shares memory with the
// builder. The memory cannot be reused, and nothing else in a Builder is worth
// pooling. Use a Buffer, whose String makes one copy of the right size.
//
// For writers of other packages, such as github.com/klauspost/compress, use
// WriterPool. For hashes that are not registered with package crypto, use
// Hasher. For everything else, use rcpool.Pool.
//
// All functions, and the methods of Pools and WriterPool, are safe for
// concurrent use. The leased objects are as safe as they are without a pool.
package stdpool

import "github.com/rcpool/rcpool"

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/stdpool") }
