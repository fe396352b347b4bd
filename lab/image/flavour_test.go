package image_test

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

// patience is how long a test waits for something that must come; no test passes
// or fails by how long it took.
const patience = time.Minute

// A flavour of the image.
type flavour struct {
	name  string
	debug bool // has the pages for debugging, and checks every lease
}

func TestImage_Flavours(t *testing.T) {
	for _, f := range []flavour{{"release", false}, {"debug", true}} {
		t.Run(f.name, func(t *testing.T) {
			i := build(t, map[string]string{"FLAVOUR": f.name})
			i.isSmallAndSafe(t)
			f.inspect(t, i)
			f.try(t, i)
		})
	}
}

// isSmallAndSafe checks what holds for both flavours.
func (i *image) isSmallAndSafe(t *testing.T) {
	t.Helper()
	if i.from != "scratch" || i.user != "65532:65532" {
		t.Errorf("the image is from %s and runs as %q, want scratch and 65532", i.from, i.user)
	}
	files, err := os.ReadDir(i.root)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || files[0].Name() != "lab" || files[1].Name() != "lab.modules" {
		t.Errorf("the image holds %v, want the program and the list of its modules", files)
	}
	program, err := elf.Open(i.path(i.entrypoint[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	for _, part := range program.Progs {
		if part.Type == elf.PT_INTERP || part.Type == elf.PT_DYNAMIC {
			t.Errorf("the program needs a %v, and the image has no libraries", part.Type)
		}
	}
	if got := strings.Join(i.healthcheck, " "); got != i.entrypoint[0]+" health" {
		t.Errorf("the health check is %q", got)
	}
	help, err := exec.CommandContext(t.Context(), i.path(i.entrypoint[0]), "health", "-help").Output()
	if want := "127.0.0.1:" + i.ports[1] + service.HealthPath; err != nil || !bytes.Contains(help, []byte(want)) {
		t.Errorf("the health check does not ask %s: %v\n%s", want, err, help)
	}
	modules, err := os.ReadFile(i.path("/lab.modules"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\tpath\tgithub.com/rcpool/rcpool/lab\n", "\tdep\tgithub.com/twmb/franz-go\tv", "\tbuild\tCGO_ENABLED=0\n"} {
		if !bytes.Contains(modules, []byte(want)) {
			t.Errorf("lab.modules lacks %q", want)
		}
	}
}

// inspect looks into the binary. The runtime keeps the names of all functions,
// even without a symbol table.
func (f flavour) inspect(t *testing.T, i *image) {
	t.Helper()
	program, err := os.ReadFile(i.path(i.entrypoint[0]))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(program, []byte("github.com/rcpool/rcpool/lab/service.Run")) {
		t.Fatal("the binary has no names of functions, so the test cannot tell which functions it has")
	}
	for _, function := range []string{"net/http/pprof.Index", "net/http/pprof.Profile", "github.com/rcpool/rcpool/rcdebug.(*Page).ServeHTTP"} {
		if has := bytes.Contains(program, []byte(function)); has != f.debug {
			t.Errorf("the binary has %s: %v, want %v", function, has, f.debug)
		}
	}
	if has := bytes.Contains(program, []byte("-tags=rcpool_check")); has != f.debug {
		t.Errorf("the binary was built to check every lease: %v, want %v", has, f.debug)
	}
}

// try runs the service of the image, under some load.
func (f flavour) try(t *testing.T, i *image) {
	t.Helper()
	var backends standin.Addresses
	i.start(t, "stand-ins", &backends, "standins", "-redis-delay", "0", "-kafka-delay", "0", "-location-delay", "0", "-pricing-delay", "0", "-accesslog-delay", "0")
	var at service.Endpoints
	i.start(t, "service", &at, "serve", "-variant", "rcpool", "-redis", backends.Redis, "-kafka", backends.Kafka,
		"-location", backends.Location, "-pricing", backends.Pricing, "-accesslog", backends.AccessLog)

	pages := http.StatusNotFound
	if f.debug {
		pages = http.StatusOK
	}
	for path, want := range map[string]int{
		"/debug/rcpool": pages, "/debug/pprof/": pages, "/debug/pprof/heap": pages, "/debug/pprof/cmdline": pages,
		"/metrics": http.StatusOK, service.HealthPath: http.StatusNoContent, service.ReadyPath: http.StatusNoContent,
	} {
		response, err := http.Get("http://" + at.Admin + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("GET %s answers %s, want %d", path, response.Status, want)
		}
	}
	i.command(t, append(i.healthcheck[1:], "-url", "http://"+at.Admin+service.HealthPath)...)
	i.command(t, "attack", "-url", "http://"+at.HTTP, "-rate", "100", "-duration", "1s")

	response, err := http.Get("http://" + at.Admin + "/snapshot")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var s service.Snapshot
	if err := json.NewDecoder(response.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	for _, pool := range s.Pools {
		switch {
		case pool.Gets == 0:
			t.Errorf("pool %s was not used", pool.Name)
		case f.debug && pool.News != pool.Gets: // objects of checked leases are not leased again
			t.Errorf("of %d leases of pool %s, %d got a new object, although all are checked", pool.Gets, pool.Name, pool.News)
		case !f.debug && pool.News > pool.Gets/2:
			t.Errorf("of %d leases of pool %s, %d got a new object, as if many were checked", pool.Gets, pool.Name, pool.News)
		}
	}
}

// start starts the program of the image, until the test ends. The environment asks
// to check every lease, which a release must ignore, and has no folder to write to.
func (i *image) start(t *testing.T, name string, ready any, args ...string) {
	t.Helper()
	child, err := process.Start(t.Context(), process.Command{
		Name: name, Args: args, Path: i.path(i.entrypoint[0]),
		Env: []string{"RCPOOL_CHECK=1", "HOME=/nonexistent", "TMPDIR=/nonexistent"},
	}, ready)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := child.Stop(patience); err != nil {
			t.Error(err)
		}
	})
}

// command runs the program of the image to its end.
func (i *image) command(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), i.path(i.entrypoint[0]), args...)
	cmd.Dir = t.TempDir()
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, text)
	}
	if files, err := filepath.Glob(filepath.Join(cmd.Dir, "*")); err != nil || len(files) > 0 {
		t.Errorf("%s has written %v, %v", strings.Join(args, " "), files, err)
	}
}
