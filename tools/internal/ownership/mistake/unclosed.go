package mistake

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
)

// A compressor has to be closed before it goes back to its pool.
var _ = newProtocol(Protocol{
	Doc: Doc{
		ID: "unclosed", Name: "Unclosed", Level: "error",
		Summary: "a compressor is released before it is closed",
		Text: `A gzip.Writer, zlib.Writer or flate.Writer, or a Writer of stdpool, was written to,
and goes back to its pool before Close: the stream has no end, and its reader gets
io.ErrUnexpectedEOF. Flush writes out what is compressed, but does not end the stream.
rcvet reports it if no path through the function closes the Writer, and no other code can.
It accepts a flate.Writer after Flush: that is how WebSockets compress messages.`,
		Imports: "compress/gzip",
		Wrong: `var compressors = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func compress(w io.Writer, page []byte) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz)
	gz.Reset(w)
	if _, err := gz.Write(page); err != nil {
		return err
	}
	return gz.Flush()
}
`,
		Cure: `Call Close before the release, and look at its error. Close flushes, too.`,
		Right: `var compressors = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func compress(w io.Writer, page []byte) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz)
	gz.Reset(w)
	if _, err := gz.Write(page); err != nil {
		return err
	}
	return gz.Close()
}
`,
	},
	Text: func(name string) string { return name + " is released before it is closed" },
	Step: func(c Call) fate.Step {
		if !slices.ContainsFunc(compressors, c.Is) {
			return fate.Unknown
		}
		switch c.Method() {
		case "Write":
			return fate.Pending
		case "Flush":
			if hasTrailer(c) {
				return fate.Pending
			}
			return fate.Settled
		case "Close":
			return fate.Settled
		case "Reset":
			return fate.Idle // the next stream; an unfinished one stays unfinished
		}
		if writesTo(c) || hasTrailer(c) && takesWriter(c) {
			return fate.Pending
		}
		return fate.Unknown
	},
})

// takesWriter reports whether the object is the io.Writer of a function of the standard
// library, such as json.NewEncoder or a template's Execute. They write to it, now or when the
// encoder is called, and never close it.
func takesWriter(c Call) bool {
	signature := c.Func.Signature()
	k := c.Arg
	if signature.Recv() != nil {
		k--
	}
	if k < 0 || k >= signature.Params().Len() || c.Func.Pkg() == nil || !api.InStandardLibrary(c.Func.Pkg().Path()) {
		return false
	}
	return types.TypeString(signature.Params().At(k).Type(), nil) == "io.Writer"
}

var compressors = []string{"compress/flate.Writer", "compress/gzip.Writer", "compress/zlib.Writer", stdpoolWriter}

const stdpoolWriter = "github.com/rcpool/rcpool/stdpool.Writer"

// hasTrailer reports whether a stream of the compressor is known to end with a checksum,
// so that it is never complete after Flush. A message of a WebSocket is a deflate stream
// that ends with Flush (RFC 7692).
func hasTrailer(c Call) bool {
	if c.Is(stdpoolWriter) {
		c.Type = c.named().TypeArgs().At(0)
	}
	return c.Is("compress/gzip.Writer") || c.Is("compress/zlib.Writer")
}
