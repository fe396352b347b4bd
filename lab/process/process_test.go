//go:build unix

package process_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/process"
)

// asChild is the environment variable that makes this test binary one of the children below.
const asChild = "LAB_PROCESS_TEST_CHILD"

// hello is what the children say when they are ready.
type hello struct{ Pid int }

func TestMain(m *testing.M) {
	switch os.Getenv(asChild) {
	case "":
		os.Exit(m.Run())
	case "echo": // answers each message with itself
		process.Say(hello{os.Getpid()})
		lines := json.NewDecoder(os.Stdin)
		for {
			var message any
			if lines.Decode(&message) != nil {
				os.Exit(0)
			}
			process.Say(message)
		}
	case "lifetime":
		ctx, cancel := process.Lifetime(context.Background())
		defer cancel()
		process.Say(hello{os.Getpid()})
		<-ctx.Done()
	case "dies":
		process.Say(hello{os.Getpid()})
		for i := range 40 {
			fmt.Fprintf(os.Stderr, "line %d\n", i)
		}
		fmt.Fprint(os.Stderr, "unfinished")
		os.Exit(3)
	case "fails at once":
		fmt.Fprintln(os.Stderr, "no such luck")
		os.Exit(1)
	case "says garbage":
		fmt.Println("hello, world")
		time.Sleep(time.Minute)
	case "never ready":
		time.Sleep(time.Minute)
	case "stubborn":
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		process.Say(hello{os.Getpid()})
		time.Sleep(time.Minute)
	case "parent": // starts a child and tells its pid
		var grandchild hello
		if _, err := process.Start(context.Background(), command("lifetime"), &grandchild); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		process.Say(grandchild)
		time.Sleep(time.Minute)
	}
	os.Exit(0)
}

func command(kind string) process.Command {
	return process.Command{Name: "the " + kind + " child", Env: []string{asChild + "=" + kind}}
}

func start(t *testing.T, kind string) (*process.Child, hello) {
	t.Helper()
	var h hello
	child, err := process.Start(t.Context(), command(kind), &h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(child.Kill)
	return child, h
}

func TestStart_DecodesTheReadyLine(t *testing.T) {
	child, h := start(t, "echo")
	if h.Pid != child.Pid() {
		t.Errorf("the child said it is %d, its process is %d", h.Pid, child.Pid())
	}
}

func TestChild_AnswersMessages(t *testing.T) {
	child, _ := start(t, "echo")
	for _, want := range []string{"one", "two", strings.Repeat("long ", 100_000)} {
		if err := child.Send(want); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := child.Receive(t.Context(), &got); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("got %.20q, want %.20q", got, want)
		}
	}
}

func TestStart_FailingChildIsReportedWithItsStderr(t *testing.T) {
	_, err := process.Start(t.Context(), command("fails at once"), new(hello))
	var death *process.Death
	if !errors.As(err, &death) {
		t.Fatalf("got %v, want a Death", err)
	}
	for _, want := range []string{"the fails at once child", "exit status 1", "no such luck"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestStart_GarbageInsteadOfJSONFails(t *testing.T) {
	_, err := process.Start(t.Context(), command("says garbage"), new(hello))
	if err == nil || !strings.Contains(err.Error(), "did not become ready") {
		t.Errorf("got %v", err)
	}
}

func TestStart_EndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(errors.New("enough")) })
	_, err := process.Start(ctx, command("never ready"), new(hello))
	if err == nil || !strings.Contains(err.Error(), "enough") {
		t.Errorf("got %v, want the cause of the context", err)
	}
}

func TestReceive_DeathSaysTheLastLines(t *testing.T) {
	child, _ := start(t, "dies")
	err := child.Receive(t.Context(), new(hello))
	var death *process.Death
	if !errors.As(err, &death) {
		t.Fatalf("got %v, want a Death", err)
	}
	if death.State != "exit status 3" {
		t.Errorf("state %q", death.State)
	}
	if n := len(death.Log); n < 2 || death.Log[n-1] != "unfinished" || death.Log[n-2] != "line 39" {
		t.Errorf("log %q", death.Log)
	}
	if len(death.Log) > 20 {
		t.Errorf("%d lines are more than the last ones", len(death.Log))
	}
	if child.Died() == nil {
		t.Error("Died says that it did not")
	}
}

func TestStop_EndsAChildByItself(t *testing.T) {
	child, _ := start(t, "lifetime")
	if err := child.Stop(30 * time.Second); err != nil {
		t.Error(err)
	}
	if err := child.Died(); err != nil {
		t.Errorf("a stopped child counts as dead: %v", err)
	}
}

func TestStop_KillsAStubbornChildAndSaysSo(t *testing.T) {
	child, _ := start(t, "stubborn")
	err := child.Stop(10 * time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "was killed") {
		t.Errorf("got %v", err)
	}
	select {
	case <-child.Done():
	default:
		t.Error("it still runs")
	}
}

func TestCommand_StderrIsPassedOnByLine(t *testing.T) {
	var log synchronised
	c := command("fails at once")
	c.Stderr = &log
	process.Start(t.Context(), c, new(hello))
	if got, want := log.String(), "[the fails at once child] no such luck\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGroup_WatchTellsWhichChildDied(t *testing.T) {
	var group process.Group
	defer group.Kill()
	if _, err := group.Start(t.Context(), command("echo"), new(hello)); err != nil {
		t.Fatal(err)
	}
	victim, err := group.Start(t.Context(), command("stubborn"), new(hello))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := group.Watch(t.Context())
	defer cancel()
	syscall.Kill(victim.Pid(), syscall.SIGKILL)
	<-ctx.Done()
	var death *process.Death
	if !errors.As(context.Cause(ctx), &death) || death.Name != "the stubborn child" {
		t.Errorf("cause %v", context.Cause(ctx))
	}
}

func TestGroup_RenewIsNotADeath(t *testing.T) {
	var group process.Group
	child, err := group.Start(t.Context(), command("lifetime"), new(hello))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := group.Watch(t.Context())
	defer cancel()
	if err := group.Renew(30 * time.Second); err != nil {
		t.Error(err)
	}
	<-child.Done()
	if err := context.Cause(ctx); err != nil {
		t.Errorf("the watch ended with %v", err)
	}
	again, err := group.Start(t.Context(), command("lifetime"), new(hello))
	if err != nil {
		t.Fatalf("a renewed group starts nothing: %v", err)
	}
	group.Kill()
	<-again.Done()
}

func TestCommand_RunsOnTheProcessorsItIsGiven(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can choose processors")
	}
	allowed := func(pid int) string {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			t.Fatal(err)
		}
		_, list, _ := strings.Cut(string(text), "Cpus_allowed_list:")
		list, _, _ = strings.Cut(list, "\n")
		return strings.TrimSpace(list)
	}
	before := allowed(os.Getpid())
	first, _, _ := strings.Cut(before, ",")
	first, _, _ = strings.Cut(first, "-")
	cpu, err := strconv.Atoi(first)
	if err != nil {
		t.Fatalf("%q: %v", before, err)
	}
	c := command("lifetime")
	c.CPUs = []int{cpu}
	child, err := process.Start(t.Context(), c, new(hello))
	if err != nil {
		t.Fatal(err)
	}
	defer child.Kill()
	if got := allowed(child.Pid()); got != first {
		t.Errorf("the child may run on %s, want %s", got, first)
	}
	if after := allowed(os.Getpid()); after != before {
		t.Errorf("this process may run on %s, and before on %s", after, before)
	}
}

func TestGroup_StartsNothingOnceStopped(t *testing.T) {
	var group process.Group
	group.Kill()
	if child, err := group.Start(t.Context(), command("echo"), new(hello)); err == nil {
		child.Kill()
		t.Error("a child was started")
	}
}

func TestLifetime_ParentKilledLeavesNoChild(t *testing.T) {
	var grandchild hello
	c := command("parent")
	parent, err := process.Start(t.Context(), c, &grandchild)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Kill(parent.Pid(), syscall.SIGKILL) // it alone: no chance to tell its child
	<-parent.Done()
	for deadline := time.Now().Add(30 * time.Second); running(t, grandchild.Pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			syscall.Kill(grandchild.Pid, syscall.SIGKILL)
			t.Fatal("its child is still running")
		}
	}
}

// running reports whether a process runs that is not ours to wait for; a zombie does not.
func running(t *testing.T, pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		if _, noProc := os.Stat("/proc/self/stat"); noProc != nil {
			t.Skip("needs /proc")
		}
		return false
	}
	state := stat[bytes.LastIndexByte(stat, ')')+2]
	return state != 'Z'
}

// synchronised is a buffer that a child's log and a test share.
type synchronised struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (s *synchronised) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buffer.Write(p)
}

func (s *synchronised) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buffer.String()
}
