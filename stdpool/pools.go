package stdpool

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

// Default returns the set of pools that the functions of this package lease from.
func Default() *Pools { return standard.Load() }

// SetDefault sets what Default returns, such as a set with other limits. It is
// safe for concurrent use: open leases end in the pools that they came from.
// restore puts back what was set before, for tests. SetDefault panics if p is
// nil.
func SetDefault(p *Pools) (restore func()) {
	if p == nil {
		panic("stdpool: SetDefault(nil)")
	}
	before := standard.Swap(p)
	return sync.OnceFunc(func() { standard.Store(before) })
}

var standard atomic.Pointer[Pools]

func init() { standard.Store(new(Pools)) }

// Pools is a set of pools with its own limits. The zero Pools is ready to use.
// Set the fields before the first lease, and do not copy a Pools after that. Its
// methods are safe for concurrent use.
//
// Each pool has its own name in stats and reports, such as stdpool.Buffer,
// stdpool.GzipWriter(6) or stdpool.Bytes(4096).
type Pools struct {
	// Name is the prefix of the names of the pools. "" means "stdpool".
	Name string

	// MaxBuffer is the largest capacity in bytes of a bytes.Buffer that is kept.
	// 0 means 64 KiB.
	MaxBuffer int

	// BufioSize is the size in bytes of the buffers of BufioReader and
	// BufioWriter. 0 means 4096.
	BufioSize int

	// MaxBytes is the largest size in bytes of a block behind Bytes that is kept.
	// 0 means 1 MiB.
	MaxBytes int

	// Dirty makes Bytes return memory with the content that its last owner left,
	// instead of zeroed memory. Use it if you overwrite all of the memory and
	// measured that zeroing costs too much.
	Dirty bool

	opened       atomic.Bool
	once         sync.Once
	buffers      rcpool.Pool[bytes.Buffer]
	bufioReaders rcpool.Pool[bufio.Reader]
	bufioWriters rcpool.Pool[bufio.Writer]
	gzipWriters  levels[*gzip.Writer]
	flateWriters levels[*flate.Writer]
	zlibWriters  levels[*zlib.Writer]
	gzipReaders  readers[*gzip.Reader]
	flateReaders readers[io.ReadCloser]
	zlibReaders  readers[io.ReadCloser]
	jsonEncoders rcpool.Pool[jsonEncoder]
	hashes       [maxHash]rcpool.Pool[Hasher]
	timers       rcpool.Pool[time.Timer]
	blocks       []rcpool.Pool[block] // by size class
	largeBlocks  rcpool.Pool[block]   // blocks that are not kept
	start        start                // of references that begin empty
}

const (
	defaultMaxBuffer = 64 << 10
	defaultBufioSize = 4096
	defaultMaxBytes  = 1 << 20
)

// ready returns p after setting it up at the first lease. It is inlined.
func (p *Pools) ready() *Pools {
	if !p.opened.Load() {
		p.open()
	}
	return p
}

func (p *Pools) open() {
	p.once.Do(func() {
		p.openBuffers()
		p.openBufio()
		p.openCompressors()
		p.openDecompressors()
		p.openJSON()
		p.openHashes()
		p.openTimers()
		p.openBytes()
		p.opened.Store(true)
	})
}

// named returns the full name of a pool.
func (p *Pools) named(what string) string { return cmp.Or(p.Name, "stdpool") + "." + what }
