package rckgo

import (
	"cmp"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/adapters/internal/slicepool"
)

// Fetches has the pools for the memory of fetched batches. Pass it to
// kgo.WithPools. The zero Fetches is ready to use. Set the fields before first
// use, and do not copy a Fetches after that. It is safe for concurrent use, and
// several clients may share one.
type Fetches struct {
	// Name is the prefix of the names of the pools in stats and reports. "" means
	// "kgo": kgo.Decompressed(65536) has the memory for batches of up to 64 KiB, and
	// kgo.Records(1024) the slices of up to 1024 records.
	Name string
	// MaxBytes is the largest size in bytes of memory that is leased for a
	// decompressed batch. The client allocates memory for larger batches, and for
	// batches whose compressed form does not contain the size. 0 means 4 MiB.
	MaxBytes int
	// MaxRecords is the largest length of a slice of records that is kept. Longer
	// slices are leased, and left to the garbage collector after PutRecords. 0 means
	// 16384.
	MaxRecords int

	once    sync.Once
	max     int
	bytes   slicepool.Pool[byte]
	records slicepool.Pool[kgo.Record]
}

var (
	_ kgo.PoolDecompressBytes = (*Fetches)(nil)
	_ kgo.PoolRecords         = (*Fetches)(nil)
)

// GetDecompressBytes leases memory to decompress a batch into. The client owns it.
// GetDecompressBytes returns nil if the size is unknown or larger than f.MaxBytes,
// because the client drops memory that is too small, and the lease would be lost.
func (f *Fetches) GetDecompressBytes(compressed []byte, codec kgo.CompressionCodecType) []byte {
	f.ready()
	size, ok := decompressedSize(compressed, codec)
	if !ok || size > f.max-readAhead {
		return nil
	}
	return f.bytes.Get(size + readAhead)
}

// PutDecompressBytes ends the lease of b. It ignores b if f did not lease it. It
// panics with an *rcpool.Misuse (DoubleRelease) if the lease of b has ended.
func (f *Fetches) PutDecompressBytes(b []byte) { f.ready().bytes.Put(b) }

// GetRecords leases n zero records. The client owns them.
func (f *Fetches) GetRecords(n int) []kgo.Record { return f.ready().records.Get(n) }

// PutRecords zeroes the records and ends their lease. It ignores records if f did
// not lease them. It panics with an *rcpool.Misuse (DoubleRelease) if the lease of
// the records has ended.
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
