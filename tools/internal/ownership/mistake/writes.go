package mistake

import (
	"slices"
	"strings"
)

// writesTo reports whether a call writes to the object, or makes something that will, such
// as a json.Encoder: it has no end of its own, so what it writes does not finish the object.
// Nothing of the standard library closes the io.Writer that it was given.
func writesTo(c Call) bool {
	function := c.Func.FullName()
	switch c.Arg {
	case 0:
		return strings.HasPrefix(function, "fmt.Fprint") || slices.Contains(writers, function) ||
			slices.Contains(bufferedWriters, function) && !c.Is("bufio.Writer")
	case 1:
		return slices.Contains(writingMethods, function) || function == "encoding/base64.NewEncoder"
	}
	return false
}

// writers are functions that write to their first argument, and those whose result does.
var writers = []string{
	"encoding/binary.Write", "encoding/pem.Encode", "image/png.Encode", "io.Copy", "io.CopyBuffer", "io.CopyN", "io.WriteString",
	"archive/tar.NewWriter", "compress/flate.NewWriter", "compress/gzip.NewWriter", "compress/zlib.NewWriter",
	"encoding/gob.NewEncoder", "encoding/hex.NewEncoder", "encoding/json.NewEncoder",
	"log.New", "text/tabwriter.NewWriter",
}

// bufferedWriters have a bufio.Writer for what they write. If they are given one, they take
// that, and flush it.
var bufferedWriters = []string{"archive/zip.NewWriter", "bufio.NewWriter", "bufio.NewWriterSize", "encoding/csv.NewWriter", "encoding/xml.NewEncoder"}

// writingMethods write to their first parameter.
var writingMethods = []string{
	"(*bufio.Reader).WriteTo", "(*bytes.Buffer).WriteTo", "(*bytes.Reader).WriteTo", "(*strings.Reader).WriteTo", "(io.WriterTo).WriteTo",
	"(*compress/flate.Writer).Reset", "(*compress/gzip.Writer).Reset", "(*compress/zlib.Writer).Reset",
	"(*html/template.Template).Execute", "(*html/template.Template).ExecuteTemplate",
	"(*text/template.Template).Execute", "(*text/template.Template).ExecuteTemplate",
	"(*net/http.Request).Write", "(*net/http.Request).WriteProxy", "(*net/http.Response).Write", "(net/http.Header).Write",
	"(*strings.Replacer).WriteString",
}
