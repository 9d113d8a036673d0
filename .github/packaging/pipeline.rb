# A formula for a tap: copy it to Formula/pipeline.rb there. The workflow of releases fills in what stands in capitals.
class Pipeline < Formula
  desc "One photo workload through interchangeable engines: Dispatch, Operation and more"
  homepage "https://github.com/REPOSITORY"
  url "https://github.com/REPOSITORY/archive/refs/tags/TAG.tar.gz"
  sha256 "CHECKSUM"
  license "Apache-2.0"
  head "https://github.com/REPOSITORY.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "little-cms2"
  depends_on macos: :sequoia

  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "curl"
  uses_from_macos "expat"
  uses_from_macos "zlib"

  def install
    # Homebrew has a sandbox of its own, and macOS allows none within it.
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "pipeline"
    bin.install ".build/release/pipeline"
    generate_completions_from_executable(bin/"pipeline", "--generate-completion-script")
  end

  test do
    # Its own server, photos and files.
    output = shell_output("#{bin}/pipeline --limit 3 --out #{testpath}/sepia")
    assert_match "3 photos filtered", output
    # Hidden beside them is what the run notes.
    assert_equal 3, (testpath/"sepia").glob("*.png").count
  end
end
