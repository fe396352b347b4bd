package image_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const repository = "../.."

// An instruction of a Dockerfile.
type instruction struct {
	name  string
	flags map[string]string
	rest  string
}

func readDockerfile(t *testing.T) (all []instruction) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "deploy", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	joined := strings.ReplaceAll(regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(string(text), ""), "\\\n", " ")
	for line := range strings.Lines(joined) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" {
			continue
		}
		i := instruction{name: name, flags: map[string]string{}}
		for rest = strings.TrimSpace(rest); strings.HasPrefix(rest, "--"); rest = strings.TrimSpace(rest) {
			var flag string
			flag, rest, _ = strings.Cut(rest, " ")
			key, value, _ := strings.Cut(flag, "=")
			i.flags[key] = value
		}
		i.rest = rest
		all = append(all, i)
	}
	return all
}

// An image is what the steps of the Dockerfile have made.
type image struct {
	root        string // a directory that stands for /
	from        string
	workdir     string
	env         []string
	user        string
	entrypoint  []string
	healthcheck []string
	ports       []string // of the users, and of the operators
}

// build runs the steps of the Dockerfile with these values of its ARGs, and
// returns the last image.
func build(t *testing.T, args map[string]string) *image {
	t.Helper()
	stages := map[string]*image{}
	var at *image
	for _, i := range readDockerfile(t) {
		switch i.name {
		case "FROM":
			from, name, _ := strings.Cut(i.rest, " AS ")
			at = &image{root: t.TempDir(), from: from, workdir: "/"}
			stages[name] = at
		case "ARG":
			name, value, _ := strings.Cut(i.rest, "=")
			if given, ok := args[name]; ok {
				value = given
			}
			at.env = append(at.env, name+"="+value)
		case "WORKDIR":
			at.workdir = i.rest
		case "COPY":
			from, to, _ := strings.Cut(i.rest, " ")
			if stage := i.flags["--from"]; stage != "" {
				at.copy(t, filepath.Join(stages[stage].root, from), to)
			} else if from == "." {
				at.checkout(t, to)
			} else {
				t.Fatalf("the test does not know how to COPY %s", i.rest)
			}
		case "RUN":
			at.run(t, i.rest)
		case "USER":
			at.user = i.rest
		case "ENTRYPOINT":
			at.entrypoint = commandOf(t, i.rest)
		case "HEALTHCHECK":
			at.healthcheck = commandOf(t, strings.TrimPrefix(i.rest, "CMD "))
		case "EXPOSE":
			at.ports = strings.Fields(i.rest)
		default:
			t.Fatalf("the test does not know the instruction %s", i.name)
		}
	}
	return at
}

// commandOf parses the form of a command that needs no shell.
func commandOf(t *testing.T, text string) (command []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &command); err != nil || len(command) == 0 {
		t.Fatalf("%q needs a shell, and the image has none: %v", text, err)
	}
	return command
}

// path returns where a file of the image is on this machine.
func (i *image) path(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(i.workdir, path)
	}
	return filepath.Join(i.root, path)
}

// checkout puts the files of the repository into a directory of the image.
func (i *image) checkout(t *testing.T, to string) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = repository
	names, err := list.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		from := filepath.Join(repository, name)
		if _, err := os.Stat(from); os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		copyFile(t, from, filepath.Join(i.path(to), name))
	}
}

func (i *image) copy(t *testing.T, from, to string) {
	t.Helper()
	files, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		copyFile(t, filepath.Join(from, file.Name()), filepath.Join(i.path(to), file.Name()))
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// run runs a command of the Dockerfile on this machine. /out is that of the image.
func (i *image) run(t *testing.T, command string) {
	t.Helper()
	out := i.path("/out") + "/"
	if err := os.MkdirAll(out, 0o777); err != nil {
		t.Fatal(err)
	}
	command = strings.ReplaceAll(command, "/out/", out)
	shell := exec.CommandContext(t.Context(), "sh", "-c", command)
	shell.Dir = i.path(".")
	shell.Env = append(os.Environ(), i.env...)
	if text, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("RUN %s: %v\n%s", command, err, text)
	}
}

// The image of the compiler has the Go release that CI tests with.
func TestDockerfile_BuildsWithTheGoReleaseOfCI(t *testing.T) {
	workflow, err := os.ReadFile(filepath.Join(repository, ".github", "workflows", "ci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	release := regexp.MustCompile(`go-version: ([0-9.]+)\.x`).FindSubmatch(workflow)
	if release == nil {
		t.Fatal("ci.yml names no release of Go")
	}
	if from, want := readDockerfile(t)[0].rest, fmt.Sprintf("golang:%s AS build", release[1]); from != want {
		t.Errorf("the image is built in %s, want %s", from, want)
	}
}
