package servers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/command"
)

// run runs a program to its end and returns what it wrote to standard output. An
// error has that too, because Maven writes its errors there.
func run(ctx context.Context, folder, name string, args ...string) (string, error) {
	out, err := command.Output(command.Start(ctx, folder, name, args...))
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, bytes.TrimSpace(out))
	}
	return string(out), nil
}

// placeRedis finds a redis-server, or unpacks that of the distribution into the
// folder. Unpacking needs no root, starts nothing, and goes away with the folder.
func (u *up) placeRedis(ctx context.Context) error {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return errNoProc
	}
	if path, err := exec.LookPath("redis-server"); err == nil {
		u.redisServer = path
		return nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil {
		return errors.New("there is no redis-server in PATH, and no apt-get to get it with: install Redis 7 and run this again")
	}
	u.say("downloading redis-server with apt-get")
	packages := filepath.Join(u.Folder, "apt")
	if err := download(ctx, packages, "redis-server"); err != nil {
		return fmt.Errorf("get redis-server: %w\ninstall Redis 7 yourself, so that redis-server is in PATH, and run this again", err)
	}
	root := filepath.Join(u.Folder, "redis")
	archives, err := filepath.Glob(filepath.Join(packages, "*.deb"))
	if err != nil {
		return err
	}
	for _, archive := range archives {
		if _, err := run(ctx, u.Folder, "dpkg-deb", "--extract", archive, root); err != nil {
			return err
		}
	}
	u.redisServer = filepath.Join(root, "usr", "bin", "redis-server")
	libraries, err := filepath.Glob(filepath.Join(root, "usr", "lib", "*-linux-*"))
	if err != nil {
		return err
	}
	if len(libraries) > 0 {
		u.redisEnv = []string{"LD_LIBRARY_PATH=" + strings.Join(libraries, ":")}
	}
	return os.RemoveAll(packages)
}

// download puts the archives of a package, and of what it needs and this machine
// lacks, into a folder. It uses the lists of packages that are there; if they do
// not do, it gets new ones, in the folder.
func download(ctx context.Context, folder, name string) error {
	lists := filepath.Join(folder, "lists")
	if err := os.MkdirAll(filepath.Join(lists, "partial"), 0o755); err != nil {
		return err
	}
	err := downloadBy(ctx, folder, name)
	if err == nil || ctx.Err() != nil {
		return err
	}
	own := []string{"-o", "Dir::State::lists=" + lists, "-o", "Dir::Cache=" + folder}
	if _, err := run(ctx, folder, "apt-get", append(own, "update", "-qq")...); err != nil {
		return err
	}
	return downloadBy(ctx, folder, name, own...)
}

func downloadBy(ctx context.Context, folder, name string, options ...string) error {
	listed, err := run(ctx, folder, "apt-get", append(options, "install", "--print-uris", "-qq", "--no-install-recommends", name)...)
	if err != nil {
		return err
	}
	var needed []string
	for _, match := range archiveName.FindAllStringSubmatch(listed, -1) {
		needed = append(needed, match[1])
	}
	if len(needed) == 0 {
		return fmt.Errorf("apt-get knows no archive of %s", name)
	}
	_, err = run(ctx, folder, "apt-get", append(append(options, "download", "-qq"), needed...)...)
	return err
}

// archiveName finds the name of the package in a line of --print-uris:
// 'http://…/pool/…' redis-tools_7.0.15_amd64.deb 991988 …
var archiveName = regexp.MustCompile(`(?m)^'[^']*' ([^_ ]+)_\S+\.deb `)

// placeKafka gets the broker from Maven Central.
func (u *up) placeKafka(ctx context.Context) error {
	for _, program := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("there is no %s in PATH: Kafka 4 needs Java 17 or later, and Maven gets it; on Debian or Ubuntu, apt-get install default-jre-headless maven", program)
		}
	}
	u.say("downloading Kafka with Maven: 45 MB")
	for _, name := range []string{"pom.xml", "log4j2.yaml"} {
		text, err := kafkaFiles.ReadFile("kafka/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(u.Folder, name), text, 0o644); err != nil {
			return err
		}
	}
	repository := filepath.Join(u.Folder, "maven")
	if _, err := run(ctx, u.Folder, "mvn", "-q", "-B", "-Dmaven.repo.local="+repository, "-Dmaven.artifact.threads=16", "dependency:copy-dependencies"); err != nil {
		return fmt.Errorf("get Kafka: %w", err)
	}
	u.jars = filepath.Join(u.Folder, "libs", "*")
	return os.RemoveAll(repository)
}
