package rckgo

import (
	"cmp"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/adapters/internal/lent"
)

// Fetches are the pools that fetched batches are decoded into, for
// kgo.WithPools. The zero Fetches is ready to use. Fields are set before first
// use; a Fetches must not be copied after it. It is safe for concurrent use,
// and several clients may share one.
type Fetches struct {
	// Name begins the names of the pools in stats and reports. The default is
	// "kgo": kgo.Decompressed(65536) has the batches of up to 64 KiB, and
	// kgo.Records(1024) those of up to 1024 records.
	Name string
	// MaxBytes is the size in bytes up to which decompressed batches are leased.
	// The client allocates larger ones, and those whose compressed form does not
	// tell their size, as without a pool. The default, for 0, is 4 MiB.
	MaxBytes int
	// MaxRecords is the number of records of a batch up to which its slice of
	// records is kept; larger ones are leased and left to the garbage collector.
	// The default, for 0, is 16384.
	MaxRecords int

	once    sync.Once
	max     int
	bytes   lent.Slices[byte]
	records lent.Slices[kgo.Record]
}

var (
	_ kgo.PoolDecompressBytes = (*Fetches)(nil)
	_ kgo.PoolRecords         = (*Fetches)(nil)
)

// GetDecompressBytes leases what a batch is decompressed into; the client owns
// it. It is nil if the size is not known, or larger than f.MaxBytes: memory
// that turns out too small would be dropped by the client, and lost to the
// pool.
func (f *Fetches) GetDecompressBytes(compressed []byte, codec kgo.CompressionCodecType) []byte {
	f.ready()
	size, ok := decompressedSize(compressed, codec)
	if !ok || size > f.max-readAhead {
		return nil
	}
	return f.bytes.Get(size + readAhead)
}

// PutDecompressBytes ends the lease of b. What was not lent by f is left
// alone. It panics with a *rcpool.Misuse (DoubleRelease) if b is not leased.
func (f *Fetches) PutDecompressBytes(b []byte) { f.ready().bytes.Put(b) }

// GetRecords leases n zero records; the client owns them.
func (f *Fetches) GetRecords(n int) []kgo.Record { return f.ready().records.Get(n) }

// PutRecords ends the lease of records, which it zeroes. What was not lent by f
// is left alone. It panics with a *rcpool.Misuse (DoubleRelease) if they are not
// leased.
func (f *Fetches) PutRecords(records []kgo.Record) { f.ready().records.Put(records) }

func (f *Fetches) ready() *Fetches {
	f.once.Do(func() {
		f.max = cmp.Or(f.MaxBytes, 4<<20)
		f.bytes.Name = cmp.Or(f.Name, "kgo") + ".Decompressed"
		f.bytes.Min, f.bytes.Max = 1<<10, f.max
		f.records.Name = cmp.Or(f.Name, "kgo") + ".Records"
		f.records.Min, f.records.Max = 16, cmp.Or(f.MaxRecords, 16<<10)
		f.records.Clear = true
	})
	return f
}
