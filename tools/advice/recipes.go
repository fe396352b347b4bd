package advice

// recipes are tried in this order.
var recipes = []recipe{
	// What net/http and its kin do for themselves, or for a setting of theirs.
	{
		what: "the copy buffer of httputil.ReverseProxy", at: []string{"net/http/httputil.(*ReverseProxy).copyBuffer", "net/http/httputil.(*ReverseProxy).copyResponse"}, leaf: true, far: true,
		verdict: Pool, pool: "rchttputil.BufferPool",
		why:   "The proxy allocates 32 KiB for each response unless it has a BufferPool.",
		lines: "proxy.BufferPool = new(rchttputil.BufferPool) // github.com/rcpool/rcpool/adapters/rchttputil",
	},
	{
		what: "a new connection of an HTTP client", at: []string{"net/http.(*Transport).dialConn", "net/http.(*Transport).dialConnFor", "net/http.(*Transport).startDialConnForLocked"}, far: true,
		verdict: Instead,
		why:     "Connections are opened and not reused. Share one http.Client and one Transport, read each body to its end and close it, and raise MaxIdleConnsPerHost (it is 2) if many requests go to one host at a time.",
	},
	{
		what: "decompression in an HTTP client", at: []string{"net/http.(*gzipReader).Read"}, far: true,
		verdict: Instead,
		why:     "The Transport makes a gzip.Reader for each zipped response. If that matters, set Transport.DisableCompression, send Accept-Encoding: gzip yourself, and read the body with stdpool.GzipReader.",
	},
	{
		what: "what the HTTP server needs for a connection", at: []string{"net/http.(*Server).Serve", "net/http.newBufioReader", "net/http.newBufioWriterSize", "net/http.(*Server).newConn"}, far: true,
		verdict: Leave, why: "net/http owns it and has pools of its own. It is needed for each connection: let clients keep theirs open.",
	},
	{
		what: "what the HTTP server needs for a request", at: []string{"net/http.(*conn).readRequest", "net/http.(*conn).serve"}, leaf: true, far: true,
		verdict: Leave, why: requestOwned,
	},
	{
		what: "what the HTTP server needs for a request", at: []string{"net/http.(*conn).readRequest", "net/http.readRequest", "net/http.(*chunkWriter).", "net/http.(*response).", "net/http.(*connReader)."}, far: true,
		verdict: Leave, why: requestOwned,
	},
	{
		what: "a request of the proxy", at: []string{"net/http/httputil.(*ReverseProxy).ServeHTTP"}, far: true,
		verdict: Leave, why: "httputil.ReverseProxy clones the request and its header and owns them. Only its copy buffers can be pooled, with BufferPool.",
	},

	// What has a ready-made pool.
	{
		what: "gzip.Writer", at: []string{"compress/gzip.(*Writer).", "compress/gzip.NewWriter", "compress/gzip.NewWriterLevel"}, through: writing,
		verdict: Pool, pool: "stdpool.GzipWriter", clears: true,
		why:   "A gzip.Writer has tables of hundreds of KiB, allocated at its first Write, and is made anew for each use.",
		lines: "gz := stdpool.GzipWriter(w, gzip.DefaultCompression)\ndefer gz.Release()\n… gz.Value().Write(p) …\nerr := gz.Value().Close() // before the Release",
	},
	{
		what: "zlib.Writer", at: []string{"compress/zlib.(*Writer).", "compress/zlib.NewWriter", "compress/zlib.NewWriterLevel", "compress/zlib.NewWriterLevelDict"}, through: writing,
		verdict: Pool, pool: "stdpool.ZlibWriter", clears: true,
		why:   "A zlib.Writer has tables of hundreds of KiB, allocated at its first Write, and is made anew for each use.",
		lines: "z := stdpool.ZlibWriter(w, zlib.DefaultCompression)\ndefer z.Release()\n… z.Value().Write(p) …\nerr := z.Value().Close() // before the Release",
	},
	{
		what: "gzip.Reader", at: []string{"compress/gzip.(*Reader).", "compress/gzip.NewReader"}, through: reading,
		verdict: Pool, pool: "stdpool.GzipReader", clears: true,
		why:   "A gzip.Reader has a window of 32 KiB and tables, and is made anew for each use.",
		lines: "gz, err := stdpool.GzipReader(r)\nif err != nil { … }\ndefer gz.Release()\n… gz.Value().Read(p) …",
	},
	{
		what: "zlib reader", at: []string{"compress/zlib.(*reader).", "compress/zlib.NewReader", "compress/zlib.NewReaderDict"}, through: reading,
		verdict: Pool, pool: "stdpool.ZlibReader", clears: true,
		why:   "The reader has a window of 32 KiB and tables, and is made anew for each use.",
		lines: "z, err := stdpool.ZlibReader(r)\nif err != nil { … }\ndefer z.Release()\n… z.Value().Read(p) …",
	},
	{
		what: "flate.Writer", at: []string{"compress/flate.(*Writer).", "compress/flate.NewWriter", "compress/flate.NewWriterDict", "compress/flate.(*compressor)."}, through: writing,
		verdict: Pool, pool: "stdpool.FlateWriter", clears: true,
		why:   "A flate.Writer has tables of hundreds of KiB and is made anew for each use.",
		lines: "fw := stdpool.FlateWriter(w, flate.DefaultCompression)\ndefer fw.Release()\n… fw.Value().Write(p) …\nerr := fw.Value().Close() // before the Release",
	},
	{
		what: "flate reader", at: []string{"compress/flate.NewReader", "compress/flate.NewReaderDict", "compress/flate.(*decompressor)."}, through: reading,
		verdict: Pool, pool: "stdpool.FlateReader", clears: true,
		why:   "The reader has a window of 32 KiB and tables, and is made anew for each use.",
		lines: "fr := stdpool.FlateReader(r)\ndefer fr.Release()\n… fr.Value().Read(p) …",
	},
	{
		what: "compressor of klauspost/compress", at: []string{"github.com/klauspost/compress/gzip.(*Writer).", "github.com/klauspost/compress/gzip.NewWriterLevel", "github.com/klauspost/compress/flate.NewWriter", "github.com/klauspost/compress/zlib.NewWriterLevel", "github.com/klauspost/compress/zstd.NewWriter", "github.com/klauspost/compress/zstd.(*Encoder).", "github.com/klauspost/compress/s2.NewWriter"},
		through: append([]string{"github.com/klauspost/compress/"}, writing...),
		verdict: Pool, pool: "stdpool.NewWriterPool", clears: true,
		why:   "A compressor has large tables and is made anew for each use. It has a Reset, so it can be pooled.",
		lines: "var writers = stdpool.NewWriterPool(\"zip\", func() *gzip.Writer { return gzip.NewWriter(nil) })\n\nzw := writers.Get(w)\ndefer zw.Release()\n… zw.Value().Write(p) …\nerr := zw.Value().Close() // before the Release",
	},
	{
		what: "brotli.Writer", at: []string{"github.com/andybalholm/brotli.(*Writer).", "github.com/andybalholm/brotli.NewWriter", "github.com/andybalholm/brotli.NewWriterLevel", "github.com/andybalholm/brotli.NewWriterOptions"},
		through: append([]string{"github.com/andybalholm/brotli."}, writing...),
		verdict: Pool, pool: "stdpool.NewWriterPool", clears: true,
		why:   "A brotli.Writer has large tables and is made anew for each use. It has a Reset, so it can be pooled.",
		lines: "var writers = stdpool.NewWriterPool(\"brotli\", func() *brotli.Writer { return brotli.NewWriter(nil) })\n\nbr := writers.Get(w)\ndefer br.Release()\n… br.Value().Write(p) …\nerr := br.Value().Close() // before the Release",
	},
	{
		what: "bufio.Writer", at: []string{"bufio.NewWriter", "bufio.NewWriterSize"},
		verdict: Pool, pool: "stdpool.BufioWriter",
		why:   "Each bufio.Writer has a buffer, of 4 KiB unless its size is given.",
		lines: "bw := stdpool.BufioWriter(w)\ndefer bw.Release()\n… bw.Value().Write(p) …\nerr := bw.Value().Flush() // before the Release",
	},
	{
		what: "bufio.Reader", at: []string{"bufio.NewReader", "bufio.NewReaderSize"},
		verdict: Pool, pool: "stdpool.BufioReader",
		why:   "Each bufio.Reader has a buffer, of 4 KiB unless its size is given.",
		lines: "br := stdpool.BufioReader(r)\ndefer br.Release()\n… br.Value().Read(p) …",
	},
	{
		what: "the buffer of a bufio.Scanner", at: []string{"bufio.(*Scanner).Scan"},
		verdict: Pool, pool: "stdpool.Bytes",
		why:   "A Scanner without a Buffer begins with 4 KiB of its own and doubles them.",
		lines: "b := stdpool.Bytes(64 << 10)\ndefer b.Release() // after the last Scan; Scanner.Bytes refers to it, Scanner.Text does not\nscanner.Buffer(b.Value(), max)",
	},
	{
		what: "bytes.Buffer", at: []string{"bytes.(*Buffer).", "bytes.growSlice"}, through: writing,
		verdict: Pool, pool: "stdpool.Buffer",
		why:   "A new buffer grows by copying, 64 bytes, 128 and so on; a pooled one has its capacity already.",
		lines: "b := stdpool.Buffer()\ndefer b.Release() // after the last use of b.Value().Bytes(), which refers to the buffer\n… b.Value().Write(p) …",
	},
	{
		what: "the result of io.ReadAll", at: []string{"io.ReadAll", "io/ioutil.ReadAll"}, through: []string{"io/ioutil.ReadAll"},
		verdict: Pool, pool: "stdpool.Bytes",
		why:   "ReadAll begins with 512 bytes and grows by copying.",
		lines: "b := stdpool.Bytes(0)\ndefer b.Release() // after the last use of b.Value()\n_, err := b.ReadFrom(r) // instead of io.ReadAll(r)",
	},
	{
		what: "the buffer of io.Copy", at: []string{"io.copyBuffer"}, leaf: true, through: []string{"io.Copy", "io.CopyN"},
		verdict: Pool, pool: "stdpool.Bytes",
		why:   "io.Copy allocates 32 KiB unless the source has a WriteTo or the target a ReadFrom.",
		lines: "b := stdpool.Bytes(32 << 10)\ndefer b.Release()\n_, err := io.CopyBuffer(dst, src, b.Value())",
	},
	{
		what: "the result of json.Marshal", at: []string{"encoding/json.Marshal", "encoding/json.MarshalIndent"}, leaf: true,
		verdict: Pool, pool: "stdpool.EncodeJSON",
		why:   "Marshal copies its result out of a buffer of its own.",
		lines: "b, err := stdpool.EncodeJSON(v) // instead of json.Marshal(v)\nif err != nil { … }\ndefer b.Release() // after the last use of b.Value().Bytes()",
	},
	{
		what: "the buffer of a json.Decoder", at: []string{"encoding/json.(*Decoder).refill"}, leaf: true, through: []string{"encoding/json.(*Decoder)."},
		verdict: Pool, pool: "stdpool.ReadJSON",
		why:   "Each json.Decoder has a buffer that grows to the size of the value. A Decoder of a long stream is fine; one for each request is not.",
		lines: "v, err := stdpool.ReadJSON(r, &values) // instead of json.NewDecoder(r).Decode(&v); reads one value\nif err != nil { … }\ndefer v.Release()",
	},
	{
		what: "strings that were decoded from JSON", at: []string{"encoding/json.(*decodeState).literalStore", "encoding/json.(*decodeState).literalInterface", "encoding/json.unquote", "encoding/json.(*decodeState).convertNumber"}, leaf: true, through: []string{"encoding/json."},
		verdict: Perhaps, pool: "rcjson.Read",
		why:   "Decoding copies each string. rcjson lets them share a pooled body, so no string may be used after the release of the object.",
		lines: "type order struct { rcjson.Body; … } // github.com/rcpool/rcpool/adapters/rcjson\nvar orders = rcpool.Pool[order]{Reset: rcjson.Reset[order]}\n\nv, err := rcjson.Read(r, &orders)\nif err != nil { … }\ndefer v.Release() // after the last use of v.Value() and of each string in it",
	},
	{
		what: "slices, maps and structs that were decoded from JSON", at: []string{"encoding/json.Unmarshal", "encoding/json.(*Decoder).Decode"}, through: []string{"encoding/json."},
		verdict: Perhaps, pool: "stdpool.DecodeJSON",
		why:   "A pooled value keeps the capacity of its slices. What it is decoded into must not outlive its release. Values of type any and maps are made anew all the same: decode into a struct.",
		lines: "var values = rcpool.Pool[value]{…} // with a Reset that keeps slices; rcgen writes it\n\nv, err := stdpool.DecodeJSON(data, &values)\nif err != nil { … }\ndefer v.Release()",
	},
	{
		what: "hash", at: []string{"crypto/sha256.New", "crypto/sha256.New224", "crypto/sha1.New", "crypto/md5.New", "crypto/sha512.New", "crypto/sha512.New384"}, through: []string{"crypto/internal/", "crypto/sha256.", "crypto/sha1.", "crypto/md5.", "crypto/sha512.", "crypto.Hash.New"},
		verdict: Pool, pool: "stdpool.Hash",
		why:   "A hash is made anew for each use. If all the data is in one slice, sha256.Sum256 and its kin need none at all.",
		lines: "h := stdpool.Hash(crypto.SHA256) // or the one that it is\ndefer h.Release()\n… h.Value().Write(p) …",
	},
	{
		what: "timer", at: []string{"time.NewTimer", "time.After", "time.newTimer"}, through: []string{"time.NewTimer", "time.After"},
		verdict: Pool, pool: "stdpool.Timer",
		why:   "A timer is made anew for each wait.",
		lines: "t := stdpool.Timer(d)\ndefer t.Release()\nselect { case <-t.Value().C: … }",
	},

	// What another API does without a pool.
	{
		what: "a regular expression is compiled", at: []string{"regexp.Compile", "regexp.MustCompile", "regexp.CompilePOSIX", "regexp.MustCompilePOSIX", "regexp.MatchString", "regexp.Match"}, through: []string{"regexp.", "regexp/"},
		verdict: Instead,
		why:     "Compile it once, into a package variable: a Regexp is safe for concurrent use.",
		lines:   "var pattern = regexp.MustCompile(`…`) // outside of the function",
	},
	{
		what: "matches of a regular expression", at: []string{"regexp.(*Regexp)."},
		verdict: Instead,
		why:     "Methods that return strings, slices or copies allocate them. Ask for positions in reused memory, or only whether it matches; for a fixed text use strings.Cut, Index or Contains.",
	},
	{
		what: "a template is parsed", at: []string{"text/template.(*Template).Parse", "html/template.(*Template).Parse", "text/template.ParseFiles", "html/template.ParseFiles", "html/template.ParseFS", "text/template.ParseFS", "html/template.ParseGlob", "text/template.ParseGlob", "html/template.(*Template).ParseFiles", "text/template.(*Template).ParseFiles", "html/template.(*Template).escape", "html/template.(*Template).Clone", "html/template.(*Template).lookupAndEscape"}, through: []string{"text/template.", "text/template/", "html/template."},
		verdict: Instead,
		why:     "Parse and escape it once, at the start: a Template is safe for concurrent use.",
		lines:   "var page = template.Must(template.ParseFS(files, \"page.html\")) // outside of the function",
	},
	{
		what: "a template is executed", at: []string{"text/template.", "html/template."}, through: []string{"reflect."},
		verdict: Leave,
		why:     "The template package allocates values and strings while it executes, and owns them. Give it plain fields instead of methods and functions, or write hot pages in Go; a pool reaches only the buffer that it writes to.",
	},
	{
		what: "strings.Builder", at: []string{"strings.(*Builder)."}, through: writing,
		verdict: Instead,
		why:     "A Builder cannot be pooled, because its String shares its memory. Call Grow once with the expected length, or write to the target directly.",
		lines:   "var b strings.Builder\nb.Grow(n)",
	},
	{
		what: "an error", at: []string{"fmt.Errorf", "errors.New", "errors.Join"},
		verdict: Instead,
		why:     "Code that receives an error may keep it, so errors cannot be pooled. If this happens on every call, return a package variable (var errX = errors.New(…)), or a small error type that formats in its Error method.",
	},
	{
		what: "text made by package fmt", at: []string{"fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln"}, through: []string{"fmt."},
		verdict: Instead,
		why:     "Append to memory that you have. The arguments are boxed as well: strconv.Append… and plain appends avoid that.",
		lines:   "b = append(b, name...)\nb = strconv.AppendInt(b, id, 10) // or: b = fmt.Appendf(b, …)",
	},
	{
		what: "values boxed for package fmt", at: []string{"fmt.Fprintf", "fmt.Fprint", "fmt.Fprintln", "fmt.Appendf"},
		verdict: Instead,
		why:     "Package fmt and the methods that it calls make strings on the way. Use strconv.Append… and Write for what is written often.",
	},
	{
		what: "a number as a string", at: []string{"strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint", "strconv.FormatFloat", "strconv.Quote"}, through: []string{"strconv."},
		verdict: Instead, why: "Append it to memory that you have.", lines: "b = strconv.AppendInt(b, n, 10)",
	},
	{
		what: "a time as a string", at: []string{"time.Time.Format", "time.Time.String"}, through: []string{"time."},
		verdict: Instead, why: "Append it to memory that you have.", lines: "b = t.AppendFormat(b, time.RFC3339)",
	},
	{
		what: "an encoded string", at: []string{"encoding/base64.(*Encoding).EncodeToString", "encoding/hex.EncodeToString", "encoding/base64.(*Encoding).DecodeString", "encoding/hex.DecodeString"},
		verdict: Instead, why: "Append it to memory that you have.", lines: "b = base64.StdEncoding.AppendEncode(b, data) // or hex.AppendEncode, AppendDecode",
	},
	{
		what: "pieces of a string", at: []string{"strings.Split", "strings.SplitN", "strings.Fields", "strings.FieldsFunc", "strings.genSplit", "bytes.Split", "bytes.SplitN", "bytes.Fields", "bytes.genSplit"}, through: []string{"strings.", "bytes."},
		verdict: Instead, why: "Range over the pieces instead of making a slice of them, or cut at the one that you need.", lines: "for part := range strings.SplitSeq(s, \",\") { … } // or strings.FieldsSeq, strings.Cut",
	},
	{
		what: "a reader of a string or of bytes", at: []string{"strings.NewReader", "bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReplacer"},
		verdict: Leave, why: "A Reader is a few words: it has a Reset if it is to be used again, as a part of an object that you keep. Make a Replacer once.",
	},
	{
		what: "a changed string", at: []string{"strings."}, through: []string{"strings."},
		verdict: Instead, why: "A string cannot be pooled, because nobody knows who keeps it. Compare without changing it (strings.EqualFold), change it once where it comes in, keep a strings.Replacer, or append to memory that you have.",
	},
	{
		what: "changed bytes", at: []string{"bytes."}, through: []string{"bytes.", "unicode/utf8."},
		verdict: Instead, why: "Functions of package bytes that change bytes return new ones. Write into memory that you have: append, copy, or a pooled buffer.",
	},
	{
		what: "a file as a whole", at: []string{"os.ReadFile", "io/ioutil.ReadFile", "io/fs.ReadFile", "embed.FS.ReadFile"}, through: []string{"os.", "io/ioutil.", "io/fs."},
		verdict: Instead, why: "If the file seldom changes, keep it. Otherwise copy it to where it goes (io.Copy), or read it into pooled memory.", lines: "b := stdpool.Bytes(size)\ndefer b.Release()\n_, err := io.ReadFull(file, b.Value())",
	},
	{
		what: "what describes a file", at: []string{"os.", "io/fs.", "path/filepath."}, through: []string{"os.", "io/fs.", "path/filepath.", "path.", "internal/", "net/http.Dir.Open"},
		verdict: Leave, why: "Package os allocates it for each call and owns it. Open or list less often: keep the file open, or keep the result.",
	},
	{
		what: "the query or the form of a request", at: []string{"net/url.ParseQuery", "net/url.parseQuery", "net/url.(*URL).Query", "net/http.(*Request).ParseForm", "net/http.(*Request).FormValue", "net/http.(*Request).PostFormValue", "net/http.(*Request).ParseMultipartForm", "net/http.parsePostForm"}, through: []string{"net/url.", "net/http.(*Request).", "net/http.parsePostForm", "net/http.copyValues"},
		verdict: Instead, why: "URL.Query parses anew in each call: keep its result in a variable. For a single value of a long query, cut it out of URL.RawQuery.", lines: "query := r.URL.Query() // once",
	},
	{
		what: "a header of HTTP", at: []string{"net/textproto.MIMEHeader.", "net/http.Header.", "net/textproto.CanonicalMIMEHeaderKey"}, through: []string{"net/http.Header.", "net/textproto."},
		verdict: Instead, why: "The header is net/http's, so it cannot be pooled. A value that is always the same can be shared, with its key in canonical form.", lines: "var jsonType = []string{\"application/json\"} // outside of the function\nw.Header()[\"Content-Type\"] = jsonType",
	},
	{
		what: "a context", at: []string{"context.", "net/http.(*Request).WithContext"}, through: []string{"context.", "net/http.(*Request).WithContext"},
		verdict: Leave, why: "A context may be kept by anybody, so it cannot be pooled. Put several values into one struct, and derive one context instead of several.",
	},
	{
		what: "a log record", at: []string{"log.", "log/slog.", "go.uber.org/zap.", "github.com/sirupsen/logrus.", "github.com/rs/zerolog."}, through: []string{"log.", "log/", "log/slog.", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog"},
		verdict: Instead, why: "Log less on the hot path, or check first whether the level is enabled. slog.LogAttrs and the typed fields of other loggers box less than pairs of any.",
	},
	{
		what: "sorting", at: []string{"sort.", "internal/reflectlite.Swapper"}, through: []string{"sort."},
		verdict: Instead, why: "sort.Slice allocates for its reflection; slices.SortFunc does not.", lines: "slices.SortFunc(s, func(a, b T) int { return cmp.Compare(a.Key, b.Key) })",
	},
	{
		what: "a keyed hash", at: []string{"crypto/hmac.New"}, through: []string{"crypto/"},
		verdict: Instead, why: "Keep one for each key and worker, and call its Reset. With rcpool it is a Pool[stdpool.Hasher] for each key.",
	},
	{
		what: "a message of protobuf in bytes", at: []string{"google.golang.org/protobuf/proto.Marshal", "github.com/golang/protobuf/proto.Marshal"}, through: []string{"google.golang.org/protobuf/", "github.com/golang/protobuf/"},
		verdict: Instead, why: "Append it to memory that you have.", lines: "b, err = proto.MarshalOptions{}.MarshalAppend(b[:0], m)",
	},
	{
		what: "a decoded message of protobuf", at: []string{"google.golang.org/protobuf/proto.Unmarshal", "google.golang.org/protobuf/proto.UnmarshalOptions.", "github.com/golang/protobuf/proto.Unmarshal"}, through: []string{"google.golang.org/protobuf/", "github.com/golang/protobuf/"},
		verdict: Leave, why: "proto.Reset gives the capacity of slices and strings up, so a pooled message saves little. Decode less: fetch fewer fields, or decode lazily.",
	},
	{
		what: "a goroutine", at: []string{"golang.org/x/sync/errgroup.(*Group).", "sync.(*WaitGroup).Go"},
		verdict: Leave, why: "It starts goroutines. The runtime reuses their stacks already.",
	},
}

// requestOwned is why what belongs to a request of net/http is left.
const requestOwned = "net/http owns the request, its header and its URL; handlers may keep them, so no pool can take them back. The number of headers decides how much it is."

// reading are functions that read from a reader which the caller has given them.
var reading = []string{
	"io.ReadAll", "io.ReadFull", "io.ReadAtLeast", "io.Copy", "io.CopyN", "io.CopyBuffer", "io.copyBuffer", "io.(*LimitedReader).", "io.(*teeReader).", "io/ioutil.ReadAll",
	"bufio.(*Reader).", "bufio.(*Scanner).", "bytes.(*Buffer).ReadFrom", "encoding/json.(*Decoder).", "encoding/xml.(*Decoder).", "encoding/csv.(*Reader).", "encoding/gob.(*Decoder).",
	"compress/gzip.", "compress/flate.", "archive/tar.(*Reader).",
}
