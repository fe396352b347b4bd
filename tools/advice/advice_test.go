package advice_test

import (
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/tools/advice"
	"github.com/rcpool/rcpool/tools/allocation"
)

// stack returns frames, the innermost first, in files where a build without
// -trimpath has them. A function may have a line: main.f:12.
func stack(functions ...string) (frames []allocation.Frame) {
	for _, f := range functions {
		name, line, _ := strings.Cut(f, ":")
		pkg, _, _ := strings.Cut(name[strings.LastIndex(name, "/")+1:], ".")
		pkg = name[:strings.LastIndex(name, "/")+1] + pkg
		file := "/usr/local/go/src/" + pkg + "/file.go"
		switch {
		case strings.HasPrefix(name, "example.com/shop"), pkg == "main":
			file = "/home/ann/shop/" + path.Base(pkg) + ".go"
		case strings.Contains(strings.Split(pkg, "/")[0], "."):
			file = "/home/ann/go/pkg/mod/" + pkg + "@v1.2.3/file.go"
		}
		n, _ := strconv.Atoi(line)
		frames = append(frames, allocation.Frame{Function: name, File: file, Line: n})
	}
	return frames
}

// record returns one of so many objects.
func record(size, objects float64, functions ...string) allocation.Record {
	return allocation.Record{Stack: stack(functions...), Size: size, Allocated: allocation.Amount{Bytes: size * objects, Objects: objects}}
}

// tenSeconds returns a profile of them.
func tenSeconds(records ...allocation.Record) *allocation.Profile {
	return &allocation.Profile{Records: records, While: 10 * time.Second, Period: 512 << 10, Live: &allocation.Amount{Bytes: 1 << 20}}
}

func advise(t *testing.T, p *allocation.Profile, o advice.Options) *advice.Advice {
	t.Helper()
	a, err := advice.Advise(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const (
	handler = "example.com/shop/web.(*server).page:40"
	served  = "net/http.(*conn).serve"
)

func TestAdvise(t *testing.T) {
	const many = 1e7 // objects, so that everything costs enough to be judged
	for name, test := range map[string]struct {
		stack   []string
		verdict advice.Verdict
		what    string
		pool    string
		why     string
	}{
		"a gzip.Writer at its first Write": {
			[]string{"compress/flate.NewWriter", "compress/gzip.(*Writer).Write", handler, served},
			advice.Pool, "gzip.Writer", "stdpool.GzipWriter", "hundreds of KiB"},
		"a gzip.Writer that an encoder writes to": {
			[]string{"compress/flate.(*compressor).init", "compress/flate.NewWriter", "compress/gzip.(*Writer).Write", "encoding/json.(*Encoder).Encode", handler, served},
			advice.Pool, "gzip.Writer", "stdpool.GzipWriter", ""},
		"a gzip.Writer of middleware": {
			[]string{"compress/flate.NewWriter", "compress/gzip.(*Writer).Write", "github.com/gorilla/handlers.(*compressResponseWriter).Write", handler, served},
			advice.Leave, "gzip.Writer", "", "Look for an option of it"},
		"a gzip.Reader": {
			[]string{"compress/flate.NewReader", "compress/gzip.(*Reader).readHeader", "compress/gzip.NewReader", handler},
			advice.Pool, "gzip.Reader", "stdpool.GzipReader", ""},
		"decompression in the HTTP client": {
			[]string{"compress/flate.NewReader", "compress/gzip.NewReader", "net/http.(*gzipReader).Read", "io.ReadAll", handler},
			advice.Instead, "decompression in an HTTP client", "", "DisableCompression"},
		"a bytes.Buffer that grows": {
			[]string{"bytes.growSlice", "bytes.(*Buffer).grow", "bytes.(*Buffer).Write", "encoding/json.(*Encoder).Encode", handler},
			advice.Pool, "bytes.Buffer", "stdpool.Buffer", "grows by copying"},
		"a buffer in a function that a template calls": {
			[]string{"bytes.growSlice", "bytes.(*Buffer).Write", "html/template.jsValEscaper", "reflect.Value.Call", "html/template.(*Template).Execute", handler},
			advice.Leave, "a template is executed", "", "owns them"},
		"a buffer of encoding/json": {
			[]string{"bytes.growSlice", "bytes.(*Buffer).Write", "encoding/json.structEncoder.encode", "encoding/json.Marshal", handler},
			advice.Leave, "bytes.Buffer", "", "encoding/json makes a new bytes.Buffer for its own use"},
		"the result of json.Marshal": {
			[]string{"encoding/json.Marshal", handler},
			advice.Pool, "the result of json.Marshal", "stdpool.EncodeJSON", ""},
		"strings from JSON": {
			[]string{"encoding/json.(*decodeState).literalStore", "encoding/json.(*decodeState).object", "encoding/json.Unmarshal", handler},
			advice.Perhaps, "strings that were decoded from JSON", "rcjson.Read", ""},
		"slices from JSON": {
			[]string{"reflect.growslice", "reflect.Value.Grow", "encoding/json.(*decodeState).array", "encoding/json.(*Decoder).Decode", handler},
			advice.Perhaps, "slices, maps and structs that were decoded from JSON", "stdpool.DecodeJSON", ""},
		"io.ReadAll": {
			[]string{"io.ReadAll", handler}, advice.Pool, "the result of io.ReadAll", "stdpool.Bytes", ""},
		"io.Copy": {
			[]string{"io.copyBuffer", "io.Copy", handler}, advice.Pool, "the buffer of io.Copy", "stdpool.Bytes", ""},
		"the copy buffer of a proxy, without code of the program": {
			[]string{"net/http/httputil.(*ReverseProxy).copyBuffer", "net/http/httputil.(*ReverseProxy).copyResponse", "net/http/httputil.(*ReverseProxy).ServeHTTP", served},
			advice.Pool, "the copy buffer of httputil.ReverseProxy", "rchttputil.BufferPool", ""},
		"time.After": {
			[]string{"time.newTimer", "time.NewTimer", "time.After", handler}, advice.Pool, "timer", "stdpool.Timer", ""},
		"a timer of a context": {
			[]string{"time.newTimer", "time.AfterFunc", "context.WithDeadlineCause", "context.WithTimeout", handler}, advice.Leave, "a context", "", ""},
		"text": {
			[]string{"fmt.Sprintf", handler}, advice.Instead, "text made by package fmt", "", "strconv.Append"},
		"an error": {
			[]string{"fmt.(*wrapError).x", "fmt.Errorf", handler}, advice.Instead, "an error", "", "cannot be pooled"},
		"a regular expression": {
			[]string{"regexp/syntax.(*parser).newRegexp", "regexp/syntax.Parse", "regexp.compile", "regexp.Compile", "regexp.MustCompile", handler}, advice.Instead, "a regular expression is compiled", "", "package variable"},
		"a strings.Builder": {
			[]string{"strings.(*Builder).grow", "strings.(*Builder).WriteString", handler}, advice.Instead, "strings.Builder", "", "Grow once"},
		"pieces of a string": {
			[]string{"strings.genSplit", "strings.Split", handler}, advice.Instead, "pieces of a string", "", ""},
		"an HTTP client that does not reuse connections": {
			[]string{"bufio.NewWriterSize", "net/http.(*Transport).dialConn", "net/http.(*Transport).dialConnFor"}, advice.Instead, "a new connection of an HTTP client", "", "Share one http.Client"},
		"a request of net/http": {
			[]string{"net/textproto.readMIMEHeader", "net/http.readRequest", "net/http.(*conn).readRequest", served}, advice.Leave, "what the HTTP server needs for a request", "", "owns the request"},
		"a library that the program calls": {
			[]string{"github.com/redis/go-redis/v9/internal/proto.(*Reader).readStringReply", "github.com/redis/go-redis/v9.cmdable.Get", handler},
			advice.Leave, "what github.com/redis/go-redis/v9.cmdable.Get needs", "", "owns it"},
		"a library behind an adapter": {
			[]string{"github.com/prometheus/client_golang/prometheus.processMetric", "github.com/prometheus/client_golang/prometheus/promhttp.HandlerFor.func1", "net/http.HandlerFunc.ServeHTTP", handler},
			advice.Leave, "what github.com/prometheus/client_golang/prometheus/promhttp.HandlerFor.func1 needs", "", "promhttp allocates it"},
		"a library that reads everything": {
			[]string{"io.ReadAll", "github.com/prometheus/procfs.FS.Stat", handler},
			advice.Leave, "what github.com/prometheus/procfs.FS.Stat needs", "", "owns it"},
		"a goroutine of a library": {
			[]string{"github.com/twmb/franz-go/pkg/kgo.(*sink).produce"}, advice.Leave, "what github.com/twmb/franz-go/pkg/kgo needs", "", "without a call from yours"},
		"the runtime": {
			[]string{"runtime.malg", "runtime.newproc1"}, advice.Leave, "what runtime needs", "", ""},
		"the New of a sync.Pool": {
			[]string{"example.com/shop/web.init.func1:9", "sync.(*Pool).Get", handler}, advice.Perhaps, "an object of yours", "rcpool.Pool", "New of a sync.Pool"},
		"the New of an rcpool.Pool": {
			[]string{"example.com/shop/web.newPage:9", "github.com/rcpool/rcpool.(*Pool[go.shape.struct { x/y.z int }]).Get", handler}, advice.Leave, "an object of yours", "", "makes it already"},
		"initialization": {
			[]string{"regexp.Compile", "example.com/shop/web.init:9", "runtime.doInit1", "runtime.main"}, advice.Leave, "a regular expression is compiled", "", "initialized: once"},
		"an object of the program, without its source": {
			[]string{handler, served}, advice.Perhaps, "an object of yours", "rcpool.Pool", "who uses it last"},
	} {
		t.Run(name, func(t *testing.T) {
			a := advise(t, tenSeconds(record(4096, many, test.stack...)), advice.Options{})
			if len(a.Items) != 1 {
				t.Fatalf("%d items", len(a.Items))
			}
			i := a.Items[0]
			if i.Verdict != test.verdict || i.What != test.what || i.Pool != test.pool || !strings.Contains(i.Why, test.why) {
				t.Errorf("%s: %q, with %q: %s\nwant %s: %q, with %q: …%s…", i.Verdict, i.What, i.Pool, i.Why, test.verdict, test.what, test.pool, test.why)
			}
			if mine := test.stack[0] == handler || strings.HasPrefix(i.Function, "example.com/shop"); i.Yours != mine {
				t.Errorf("%s is code of the program: %v", i.Function, i.Yours)
			}
		})
	}
}

func TestAdvise_CallsThePlaceByTheLineOfTheProgram(t *testing.T) {
	a := advise(t, tenSeconds(
		record(648<<10, 1000, "compress/flate.NewWriter", "compress/gzip.(*Writer).Write", handler, "example.com/shop/web.(*server).ServeHTTP:12", served),
		record(64<<10, 1000, "compress/flate.(*compressor).init", "compress/flate.NewWriter", "compress/gzip.(*Writer).Close", "example.com/shop/web.(*server).page:44", "example.com/shop/web.(*server).ServeHTTP:12"),
	), advice.Options{})
	if len(a.Items) != 1 {
		t.Fatalf("%d items, want one writer: %+v", len(a.Items), a.Items)
	}
	i := a.Items[0]
	if i.Line != 40 || len(i.Lines) != 1 || i.Lines[0] != 44 || path.Base(i.File) != "web.go" || len(i.Callers) != 1 || i.Callers[0].Line != 12 {
		t.Errorf("it is at %s:%d, also %v, called from %+v", i.File, i.Line, i.Lines, i.Callers)
	}
	if i.Uses != 100 || i.Amount.Objects != 200 || i.Amount.Bytes != 712<<10*100 {
		t.Errorf("%v uses a second of %+v", i.Uses, i.Amount)
	}
	if i.Saves == nil || i.Saves.Low < 0.005 || i.Saves.High > 0.1 || i.Saves.Low > i.Saves.High {
		t.Errorf("a pool saves %v for 100 gzip.Writers a second", i.Saves)
	}
}

func TestAdvise_DismissesWhatIsTooLittle(t *testing.T) {
	gzip := []string{"compress/flate.NewWriter", "compress/gzip.(*Writer).Write", handler}
	kept := record(4096, 1e6, handler)
	kept.Kept = kept.Allocated
	for name, test := range map[string]struct {
		record  allocation.Record
		options advice.Options
		verdict advice.Verdict
		why     string
	}{
		"rarely":                   {record(648<<10, 2, gzip...), advice.Options{}, advice.Leave, "costs at most 0.0"},
		"rarely, at a higher load": {record(648<<10, 20, gzip...), advice.Options{Load: 100}, advice.Pool, ""},
		"what costs is worth less": {record(648<<10, 20, gzip...), advice.Options{Worth: 1e-6}, advice.Pool, ""},
		"still in use":             {kept, advice.Options{}, advice.Leave, "still in use"},
		"sampled too rarely":       {record(1<<30, 3, gzip...), advice.Options{}, advice.Leave, "too few to say"},
	} {
		a := advise(t, tenSeconds(test.record), test.options)
		if i := a.Items[0]; i.Verdict != test.verdict || !strings.Contains(i.Why, test.why) {
			t.Errorf("%s: %s: %s", name, i.Verdict, i.Why)
		}
	}
}

func TestAdvise_LeavesOutSmallPlacesAndWhatObserves(t *testing.T) {
	a := advise(t, tenSeconds(
		record(4096, 1e6, handler), record(4096, 1000, "example.com/shop/web.small:1"), record(4096, 1e9, "runtime/pprof.writeHeap", handler),
	), advice.Options{})
	if len(a.Items) != 1 || a.Places != 1 || a.Rest.Share > 0.01 || a.Total.Bytes != 4096*(1e6+1000)/10 {
		t.Errorf("%d items, %d other places with %v of %v", len(a.Items), a.Places, a.Rest, a.Total)
	}
}

func TestAdvise_SinceTheStartHasNoRates(t *testing.T) {
	p := tenSeconds(record(4096, 1e6, handler))
	p.While = 0
	a := advise(t, p, advice.Options{})
	if a.Cost != nil || a.Items[0].Saves != nil || a.Total.Bytes != 4096e6 || a.Items[0].Amount.Share != 1 {
		t.Errorf("%+v", a)
	}
	if len(a.Remarks) != 1 || !strings.Contains(a.Remarks[0], "no rates") {
		t.Errorf("it remarks %q", a.Remarks)
	}
}

func TestAdvise_RemarksOnTheWhole(t *testing.T) {
	for says, p := range map[string]*allocation.Profile{
		"GOGC=400":            tenSeconds(record(1<<20, 1000, handler)),
		"no pool is worth it": tenSeconds(record(64, 1e4, handler)),
	} {
		a := advise(t, p, advice.Options{})
		if len(a.Remarks) != 1 || !strings.Contains(a.Remarks[0], says) {
			t.Errorf("it remarks %q, want %q", a.Remarks, says)
		}
	}
}

func TestAdvise_Nothing(t *testing.T) {
	for _, p := range []*allocation.Profile{tenSeconds(), tenSeconds(record(64, 1, "runtime/pprof.writeHeap"))} {
		if _, err := advice.Advise(p, advice.Options{}); err == nil || !strings.Contains(err.Error(), "nothing was allocated") {
			t.Errorf("error %v", err)
		}
	}
}

// The code of the program is told by the files if nothing else is known, and by
// the module of main if that was downloaded too.
func TestAdvise_WhoseCodeItIs(t *testing.T) {
	library := []string{"github.com/x/y.New", "main.serve:7", "main.main:3"}
	plainly := tenSeconds(record(4096, 1e6, library...))
	installed := tenSeconds(record(4096, 1e6, "github.com/x/y/z.New:9", "main.serve:7", "main.main:3"))
	for i := range installed.Records[0].Stack {
		f := &installed.Records[0].Stack[i]
		f.File = "/home/ann/go/pkg/mod/github.com/x/y@v1.2.3/" + path.Base(path.Dir(f.Function)) + "/main.go"
	}
	for name, test := range map[string]struct {
		profile  *allocation.Profile
		modules  []string
		function string
	}{
		"a library of the program": {plainly, nil, "main.serve"},
		"its library is asked for": {plainly, []string{"github.com/x/y"}, "github.com/x/y.New"},
		"an installed program":     {installed, nil, "github.com/x/y/z.New"},
		"another module":           {installed, []string{"github.com/x/other"}, "main.serve"},
	} {
		a := advise(t, test.profile, advice.Options{Modules: test.modules})
		if got := a.Items[0].Function; got != test.function {
			t.Errorf("%s: the place is %s, want %s", name, got, test.function)
		}
	}
}

func TestAdvice_Text(t *testing.T) {
	a := advise(t, tenSeconds(
		record(648<<10, 1000, "compress/flate.NewWriter", "compress/gzip.(*Writer).Write", handler, served),
		record(64, 1e7, "fmt.Sprintf", handler, served),
	), advice.Options{})
	var text strings.Builder
	if err := a.Text(&text, advice.Style{}, 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"the program allocated 124 MiB/s and 1 million objects a second, for 10s; 1 MiB are live.\n",
		"\nWorth pooling\n\n  1. 51 % of the bytes: gzip.Writer\n     63.3 MiB/s, 100 objects/s, in about 100 uses of 648 KiB (±7.5 %); a pool saves ",
		"\n     /home/ann/shop/web.go:40 in web.(*server).page\n     allocated in flate.NewWriter\n",
		"\n     Use stdpool.GzipWriter:\n         gz := stdpool.GzipWriter(w, gzip.DefaultCompression)\n         defer gz.Release()\n",
		"\nDo something else about it\n\n  2. 49 % of the bytes: text made by package fmt\n",
		"What is worth pooling has 51 % of the bytes.",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it lacks %q:\n%s", want, &text)
		}
	}
	for line := range strings.Lines(text.String()) {
		if strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
			t.Errorf("blanks end the line %q", line)
		}
	}
}
