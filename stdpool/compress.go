package stdpool

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// GzipWriter leases a Writer from [Default]. See Pools.GzipWriter.
func GzipWriter(w io.Writer, level int) rcpool.Ref[Writer[*gzip.Writer]] {
	return Default().GzipWriter(w, level)
}

// FlateWriter leases a Writer from [Default]. See Pools.FlateWriter.
func FlateWriter(w io.Writer, level int) rcpool.Ref[Writer[*flate.Writer]] {
	return Default().FlateWriter(w, level)
}

// ZlibWriter leases a Writer from [Default]. See Pools.ZlibWriter.
func ZlibWriter(w io.Writer, level int) rcpool.Ref[Writer[*zlib.Writer]] {
	return Default().ZlibWriter(w, level)
}

// GzipWriter leases a gzip.Writer of the given level that writes to w. The caller
// owns the reference and must close the Writer before releasing it: otherwise
// the stream is incomplete, and Release discards unwritten data.
//
// Each level has its own pool; DefaultCompression is level 6. GzipWriter panics
// if the level does not exist or w is nil.
func (p *Pools) GzipWriter(w io.Writer, level int) rcpool.Ref[Writer[*gzip.Writer]] {
	return p.ready().gzipWriters.at(level).Get(w)
}

// FlateWriter leases a flate.Writer of the given level that writes to w. Apart
// from the format it is like GzipWriter.
func (p *Pools) FlateWriter(w io.Writer, level int) rcpool.Ref[Writer[*flate.Writer]] {
	return p.ready().flateWriters.at(level).Get(w)
}

// ZlibWriter leases a zlib.Writer of the given level that writes to w. Apart
// from the format it is like GzipWriter.
func (p *Pools) ZlibWriter(w io.Writer, level int) rcpool.Ref[Writer[*zlib.Writer]] {
	return p.ready().zlibWriters.at(level).Get(w)
}

func (p *Pools) openCompressors() {
	p.gzipWriters.open(p.named("GzipWriter"), gzip.NewWriterLevel, func(w *Writer[*gzip.Writer]) {
		w.Stream.Header = gzip.Header{OS: 255} // drop name and comment of the user; 255 is the value in a new Writer
		w.unbind()
	})
	p.flateWriters.open(p.named("FlateWriter"), flate.NewWriter, (*Writer[*flate.Writer]).unbind)
	p.zlibWriters.open(p.named("ZlibWriter"), zlib.NewWriterLevel, (*Writer[*zlib.Writer]).unbind)
}

// levels has a pool of compressors for each level.
type levels[W WriteResetter] struct {
	name  string
	pools [flate.BestCompression - flate.HuffmanOnly + 1]WriterPool[W]
}

func (l *levels[W]) open(name string, fresh func(io.Writer, int) (W, error), reset func(*Writer[W])) {
	l.name = name
	for i := range l.pools {
		level := i + flate.HuffmanOnly
		l.pools[i].open(fmt.Sprintf("%s(%d)", name, level), func() W {
			w, err := fresh(nil, level)
			if err != nil {
				panic(fmt.Errorf("%s: a new writer of level %d: %w", name, level, err))
			}
			return w
		}, reset)
	}
}

func (l *levels[W]) at(level int) *WriterPool[W] {
	if level == flate.DefaultCompression {
		level = 6 // as flate does
	}
	if level < flate.HuffmanOnly || level > flate.BestCompression {
		panic(fmt.Sprintf("%s: compression level %d does not exist: use %d (HuffmanOnly) to %d (BestCompression)",
			l.name, level, flate.HuffmanOnly, flate.BestCompression))
	}
	return &l.pools[level-flate.HuffmanOnly]
}
