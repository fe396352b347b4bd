package stdpoolfront

import (
	"compress/gzip"

	"github.com/rcpool/rcpool/stdpool"
)

type gzipper = *gzip.Writer

func (c *compressed) open() { c.gz = stdpool.GzipWriter(c.out, gzip.BestSpeed) }

func (c *compressed) Write(p []byte) (int, error) { return c.gz.Value().Write(p) }

// Close completes the stream and gives the compressor back.
func (c *compressed) Close() error {
	defer c.gz.Release()
	return c.gz.Value().Close()
}
