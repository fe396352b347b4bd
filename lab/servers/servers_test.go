//go:build linux

package servers_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/servers"
)

// machine makes a PATH that has only these programs, given as shell scripts.
func machine(t *testing.T, programs map[string]string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder)
}

func leftNothing(t *testing.T, folder string) {
	t.Helper()
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		entries, _ := os.ReadDir(folder)
		t.Errorf("it left %v", entries)
	}
}

// hasEnded fails the test if a server runs. A zombie has ended, too.
func hasEnded(t *testing.T, s *servers.Server) {
	t.Helper()
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.Pid))
	if err == nil && !strings.Contains(string(state), ") Z ") {
		t.Errorf("%s lives on: %s", s.Name, state)
	}
}

const wait = `while :; do /bin/sleep 0.1; done`

func TestUp_SaysWhatIsMissingAndLeavesNothing(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	for name, test := range map[string]struct {
		programs map[string]string
		port     int
		says     []string
	}{
		"no Redis and no apt": {map[string]string{"java": wait, "mvn": wait}, 0, []string{"no redis-server in PATH", "no apt-get", "install Redis 7"}},
		"no Java":             {map[string]string{"redis-server": wait, "mvn": ""}, 0, []string{"no java in PATH", "Java 17", "apt-get install"}},
		"no Maven":            {map[string]string{"redis-server": wait, "java": ""}, 0, []string{"no mvn in PATH", "apt-get install"}},
		"Maven fails":         {map[string]string{"redis-server": wait, "java": "", "mvn": "echo no network; exit 3"}, 0, []string{"get Kafka", "exit status 3", "no network"}},
		"Kafka fails":         {map[string]string{"redis-server": wait, "mvn": "", "java": "echo bad format >&2; exit 1"}, 0, []string{"StorageTool", "exit status 1", "bad format"}},
		"apt fails":           {map[string]string{"apt-get": "echo no lists >&2; exit 100", "java": wait, "mvn": wait}, 0, []string{"get redis-server", "no lists", "install Redis 7 yourself"}},
		"port in use":         {map[string]string{"redis-server": wait, "java": wait, "mvn": wait}, port, []string{strconv.Itoa(port), "in use", "-redis-port"}},
		"Redis ends":          {map[string]string{"redis-server": "echo bad news; exit 1", "java": wait, "mvn": wait}, 0, []string{"Redis 1 ended", "bad news"}},
	} {
		t.Run(name, func(t *testing.T) {
			machine(t, test.programs)
			folder := filepath.Join(t.TempDir(), "servers")
			_, err := servers.Up(t.Context(), servers.Config{Folder: folder, RedisPort: test.port})
			for _, want := range test.says {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Fatalf("Up returned %v, want something with %q", err, want)
				}
			}
			leftNothing(t, folder)
		})
	}
}

func TestUp_InterruptedLeavesNothing(t *testing.T) {
	machine(t, map[string]string{"redis-server": wait, "java": wait, "mvn": wait})
	folder := filepath.Join(t.TempDir(), "servers")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := servers.Up(ctx, servers.Config{Folder: folder})
		ended <- err
	}()
	redis := firstServer(t, folder, ended)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Up returned %v", err)
	}
	leftNothing(t, folder)
	hasEnded(t, redis)
}

// firstServer waits for the first server in a folder, while Up runs.
func firstServer(t *testing.T, folder string, ended <-chan error) *servers.Server {
	t.Helper()
	for {
		if set, err := servers.In(folder); err == nil && len(set.Servers) > 0 {
			return set.Servers[0]
		}
		select {
		case err := <-ended:
			t.Fatalf("Up returned %v and has started no server", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestUp_TouchesNoOtherFiles(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "thesis.txt")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := servers.Up(t.Context(), servers.Config{Folder: folder}); err == nil || !strings.Contains(err.Error(), "files that are not of servers") {
		t.Errorf("Up returned %v", err)
	}
	if found, err := servers.Down(folder); found || err != nil {
		t.Errorf("Down found %v, %v", found, err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

// A process that has got the number of a server that is gone is not ours to end.
func TestDown_EndsNoOtherProcess(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "servers")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	state := fmt.Sprintf(`{"servers":[{"name":"Redis 1","pid":%d,"began":"1"},{"name":"Redis 2","pid":0,"began":""}]}`, os.Getpid())
	if err := os.WriteFile(filepath.Join(folder, "rcpool-lab-servers.json"), []byte(state), 0o644); err != nil {
		t.Fatal(err)
	}
	if found, err := servers.Down(folder); !found || err != nil {
		t.Errorf("Down found %v, %v", found, err)
	}
	leftNothing(t, folder)
}

func TestDown_EndsAServerThatWasRestarted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "servers")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	state := fmt.Sprintf(`{"servers":[{"name":"Redis 1","command":["/bin/sleep","600"],"folder":%q}]}`, folder)
	if err := os.WriteFile(filepath.Join(folder, "rcpool-lab-servers.json"), []byte(state), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Down(folder) }) // if the test fails
	set, err := servers.In(folder)
	if err != nil {
		t.Fatal(err)
	}
	redis := set.Servers[0]
	for range 2 {
		if err := set.Restart(redis); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(fmt.Sprintf("/proc/%d", redis.Pid)); err != nil {
			t.Errorf("it does not run: %v", err)
		}
		if err := redis.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.Restart(redis); err != nil {
		t.Fatal(err)
	}
	if found, err := servers.Down(folder); !found || err != nil {
		t.Errorf("Down found %v, %v", found, err)
	}
	leftNothing(t, folder)
	hasEnded(t, redis)
}
