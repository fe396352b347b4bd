package manifests_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose reads compose.yaml as "docker compose config" does.
func compose(t *testing.T) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(repository, "deploy", "compose.yaml")}, cli.WithOsEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project
}

func TestCompose_WhatItNamesExists(t *testing.T) {
	project := compose(t)
	calls := 0
	for name, service := range project.Services {
		if service.Build != nil {
			if _, err := os.Stat(filepath.Join(service.Build.Context, service.Build.Dockerfile)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, volume := range service.Volumes {
			if _, err := os.Stat(volume.Source); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		text := strings.Join(service.Command, " ")
		for _, value := range service.Environment {
			text += " " + *value
		}
		for _, call := range address.FindAllStringSubmatch(text, -1) {
			calls++
			if _, ok := project.Services[call[1]]; !ok {
				t.Errorf("%s calls %s, which does not exist", name, call[0])
			}
		}
	}
	if calls < 8 {
		t.Errorf("%d calls were found", calls)
	}
	for _, file := range []string{"prometheus/compose.yml", "grafana/provisioning/datasources/prometheus.yaml"} {
		text, err := os.ReadFile(filepath.Join(repository, "deploy", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		found := address.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s calls nothing", file)
		}
		for _, call := range found {
			if _, ok := project.Services[call[1]]; !ok {
				t.Errorf("%s calls %s, which does not exist", file, call[0])
			}
		}
	}
}

// Only this machine reaches the ports, and our containers write nowhere.
func TestCompose_IsConfined(t *testing.T) {
	for name, service := range compose(t).Services {
		for _, port := range service.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s: port %s is open on %q", name, port.Published, port.HostIP)
			}
		}
		if strings.HasPrefix(service.Image, "rcpool-lab:") && (!service.ReadOnly || len(service.CapDrop) == 0 || len(service.SecurityOpt) == 0) {
			t.Errorf("%s is not confined", name)
		}
	}
}

func TestCompose_GraceIsLongerThanTheDrain(t *testing.T) {
	service := compose(t).Services["service"]
	if !regexp.MustCompile(`-drain=20s\b`).MatchString(strings.Join(service.Command, " ")) || service.StopGracePeriod == nil || service.StopGracePeriod.String() != "40s" {
		t.Errorf("%v has %v to end", service.Command, service.StopGracePeriod)
	}
}

// Go collects garbage before the limit of the container is reached.
func TestCompose_MemoryLimitOfGoIsThatOfTheContainer(t *testing.T) {
	limited := 0
	for name, service := range compose(t).Services {
		if service.MemLimit == 0 {
			continue
		}
		limited++
		memory, ok := service.Environment["GOMEMLIMIT"]
		if !ok {
			t.Errorf("%s has no GOMEMLIMIT", name)
			continue
		}
		mib, err := strconv.ParseInt(strings.TrimSuffix(*memory, "MiB"), 10, 64)
		if err != nil || !leavesRoom(mib<<20, int64(service.MemLimit)) {
			t.Errorf("%s: GOMEMLIMIT is %q (%v), want about 95 %% of %d", name, *memory, err, service.MemLimit)
		}
	}
	if limited == 0 {
		t.Error("no container has a limit")
	}
}

func TestCompose_GrafanaFindsItsDashboard(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "deploy", "grafana", "provisioning", "dashboards", "rcpool.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	folder := regexp.MustCompile(`path: ([^ }]+)`).FindStringSubmatch(string(text))
	if folder == nil {
		t.Fatalf("there is no folder of dashboards in\n%s", text)
	}
	targets := map[string]string{}
	for _, volume := range compose(t).Services["grafana"].Volumes {
		targets[filepath.Base(volume.Source)] = volume.Target
	}
	if got, want := targets["rcpool.json"], folder[1]+"/rcpool.json"; got != want || targets["provisioning"] != "/etc/grafana/provisioning" {
		t.Errorf("Grafana reads dashboards in %s, and its volumes are at %v", folder[1], targets)
	}
}

// The flavour is one of the image, and each has an image of its own.
func TestCompose_FlavourIsThatOfTheImage(t *testing.T) {
	t.Setenv("FLAVOUR", "debug")
	service := compose(t).Services["service"]
	if got := service.Build.Args["FLAVOUR"]; service.Image != "rcpool-lab:debug" || got == nil || *got != "debug" {
		t.Errorf("with FLAVOUR=debug the image %s is built with %v", service.Image, service.Build.Args)
	}
}
