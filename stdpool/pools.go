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
	"time"

	"github.com/rcpool/rcpool"
)

// Default are the pools that the functions of this package lease from. A
// program that wants other limits sets its fields, or all of it, before the
// first lease; a lease that goes on when Default is replaced ends in the pool
// it came from.
var Default = new(Pools)

// Pools are a set of pools, with limits of their own. The zero Pools is ready
// to use. Fields are set before the first lease; a Pools must not be copied
// after it.
//
// In stats and reports each pool has a name of its own, such as
// stdpool.Buffer, stdpool.GzipWriter(6) or stdpool.Bytes(4096).
type Pools struct {
	// Name is what the names of the pools begin with. The default is "stdpool".
	Name string

	// MaxBuffer is the capacity in bytes up to which a bytes.Buffer is kept. The
	// default, for 0, is 64 KiB.
	MaxBuffer int

	// BufioSize is the size in bytes of the buffers of BufioReader and
	// BufioWriter. The default, for 0, is 4096.
	BufioSize int

	// MaxBytes is the size in bytes up to which the memory behind Bytes is kept.
	// The default, for 0, is 1 MiB.
	MaxBytes int

	// Dirty has Bytes hand out memory as its last owner left it, instead of
	// zeroed: for those who overwrite all of it, and have measured what zeroing
	// costs them.
	Dirty bool

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
	blocks       []rcpool.Pool[block] // by class
	largeBlocks  rcpool.Pool[block]   // whose memory is not kept
}

const (
	defaultMaxBuffer = 64 << 10
	defaultBufioSize = 4096
	defaultMaxBytes  = 1 << 20
)

// ready is p, set up by the first lease.
func (p *Pools) ready() *Pools {
	p.once.Do(func() {
		p.openBuffers()
		p.openBufio()
		p.openCompressors()
		p.openDecompressors()
		p.openJSON()
		p.openHashes()
		p.openTimers()
		p.openBytes()
	})
	return p
}

// named is the full name of the pool what.
func (p *Pools) named(what string) string { return cmp.Or(p.Name, "stdpool") + "." + what }
